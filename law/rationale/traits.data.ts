import { joinAlternatives, type WordRule, words } from './rule.ts'
import {
  blackThings,
  caseFigures,
  deeds,
  institutions,
  titles,
  traitSurnames,
  whiteThings,
} from './trait.words.data.ts'
import { type Law, never } from './traits.law.ts'

const batson: Law = {
  source: 'Batson v. Kentucky, 476 U.S. 79 (1986)',
  verified: true,
}
const jeb: Law = {
  source: 'J.E.B. v. Alabama ex rel. T.B., 511 U.S. 127 (1994)',
  verified: false,
}
const california: Law = { source: 'Cal. Code Civ. Proc. 231.7(a)', verified: true }

const orOnlyCalifornia = (trait: string): WordRule['holds'] => ({
  everywhere: never(trait, { source: 'Batson v. Kentucky as some courts extend it; check the forum', verified: false }),
  ca_231_7: never(trait, california),
})

/** Surnames that are also colors, as in "Juror White". "A white juror" still matches. */
const surnames = [
  new RegExp(`\\b${joinAlternatives(...titles)}\\.? +${joinAlternatives(...traitSurnames, 'jew')}\\b`, 'gi'),
  new RegExp(
    `\\b(?:[Jj]uror|JUROR|[Vv]enireperson) +${joinAlternatives(...traitSurnames, 'BLACK', 'WHITE', 'BROWN', 'YOUNG')}(?! (?:woman|man|person|male|female)\\b)\\b`,
    'g',
  ),
]
const peoples =
  'mexicans?|chinese|koreans?|vietnamese|japanese|pakistanis?|nigerians?|haitians?|cubans?|puerto ricans?|dominicans?|salvadorans?|guatemalans?|colombians?|brazilians?|filipin[oa]s?|arabs?|arabic|iranians?|iraqis?|syrians?|lebanese|russians?|ukrainians?|italians?|irish|germans?|israelis?|africans?|somalis?|ethiopians?|middle eastern(?:ers?)?|persians?|armenians?'
const countries =
  'mexico|china|korea|vietnam|japan|india|pakistan|nigeria|haiti|cuba|puerto rico|the dominican republic|el salvador|guatemala|honduras|colombia|brazil|the philippines|iran|iraq|syria|lebanon|russia|ukraine|somalia|ethiopia|africa|the middle east|asia|latin america|another country|abroad'

const known = 'knew|knows|met|dated|worked with'
const person = 'wom[ae]n|m[ae]n|lad(?:y|ies)|girls?|guys?|females?|males?|mothers?|fathers?'

export const traitRules: readonly WordRule[] = [
  {
    id: 'trait_race',
    looksFor: [
      words(
        'race',
        'racial(?:ly)?',
        'skin colou?r',
        'colou?r of (?:his|her|their) skin',
        'african[- ]americans?',
        'blacks?',
        'whites?',
        'caucasians?',
        'asians?(?:[- ]americans?)?',
        'native americans?',
        'american indians?',
        'latin[oax]s?',
        'hispanics?',
        'chican[oa]s?',
        'pacific islanders?',
        '(?:people|persons?|wom[ae]n|m[ae]n) of colou?r',
        'minorit(?:y|ies)',
        '(?:brown|dark|light)[- ]skinned',
        'biracial',
        'mixed[- ]race',
      ),
    ],
    harmless: [
      ...surnames,
      new RegExp(`\\bblack(?: ${joinAlternatives(...blackThings)}|-and-white)\\b`, 'gi'),
      new RegExp(`\\bwhite(?:[- ]collar| ${joinAlternatives(...whiteThings)})\\b`, 'gi'),
      /\bwhite & \w+/gi,
      /\b(?:horse|drag|foot|boat|relay|bike|road|arms|political|senate|mayoral|tight) races?\b/gi,
      /\brace (?:cars?|horses?|tracks?|day|driver|to |against|for )/gi,
      /\bminority (?:shareholders?|owners?|interests?|opinion|views?|vote|stake|partner|leader)\b/gi,
    ],
    holds: {
      everywhere: never('race', batson),
      ca_231_7: never('race', california),
      wa_gr37: never('race', { source: 'Wash. Gen. R. 37(e)', verified: true }),
    },
  },
  {
    id: 'trait_origin',
    looksFor: [
      words(
        peoples,
        'ethnic(?:ity|ally)?',
        'immigrants?',
        'immigrated',
        'emigrated',
        'foreign[- ]born',
        'foreigners?',
        'nationality',
        'national origin',
        'country of (?:origin|birth)',
        'ancestry',
        'ancestors',
        'undocumented',
        'accent(?:ed)?',
        'heritage',
      ),
      new RegExp(
        `\\b(?:is|was|are|comes?|came|originally|family is|born|raised|grew up|moved here) (?:originally )?(?:from|in) (?:${countries})\\b`,
        'gi',
      ),
    ],
    harmless: [
      ...surnames,
      new RegExp(
        `\\b(?:speaks?|speaking|fluent in|understands?|in|teaches|native) (?:fluent )?(?:${peoples})\\b`,
        'gi',
      ),
      new RegExp(
        `\\b(?:${peoples})[- ](?:food|restaurants?|compan(?:y|ies)|banks?|language|class(?:es)?|subsidiary|manufacturers?|clients?|market|drywall|cars?|history|literature|teacher|speak\\w+|speakers?|setters?|shepherds?|interpreters?)\\b`,
        'gi',
      ),
      /\bafrican[- ]americans?\b/gi,
      /\baccent (?:wall|color|table)\b/gi,
      /\bheritage (?:foundation|bank|foods?|site)\b/gi,
    ],
    holds: {
      everywhere: never('ethnicity or national origin', {
        source: 'Hernandez v. New York, 500 U.S. 352 (1991)',
        verified: false,
      }),
      ca_231_7: never('ethnicity or national origin', california),
      wa_gr37: never('ethnicity', { source: 'Wash. Gen. R. 37(e)', verified: true }),
    },
  },
  {
    id: 'trait_sex',
    looksFor: [
      words(
        'gender',
        'femin(?:ine|inity)',
        'masculin(?:e|ity)',
        'pregnan(?:t|cy)',
        `(?:fe)?male (?:jurors?|panel members?|panelists?)`,
        `(?:too many|no more|enough|more|fewer|all the|get(?:ting)? rid of|off the jury,?|want(?:s|ed)?|prefer(?:red)?) (?:${person})`,
        `(?:as|is|was|being|are|were|she['’]s|he['’]s|because (?:she|he) is) (?:an?|the only|only|another|all)? ?(?:[\\w-]+ ){0,2}(?:${person})`,
        `(?:young(?:er)?|old(?:er)?|elderly|middle-aged|single|black|white|hispanic|asian|latina?o?|working) (?:${person})`,
        "(?:women|men|mothers|fathers|females|males) (?:tend|are|will|would|usually|often|always|never|typically|generally|do|don[’']t|feel|think|identify|sympathi[sz]e|side)",
        `(?:want|wants|wanted|prefer|prefers|preferred|need|needs|needed|rather have) (?:an?|any|another|more|fewer|no) (?:[\\w-]+ )?(?:${person})`,
        // Matches generalizations about a sex, but not specific people ("the two women").
        '(?<!(?:the|these|those|two|three|four|some|other|several|both|young|of) )(?:women|men|mothers|fathers) (?!(?:in|at|from|with|who|whom|of|and|or|on|were|had|told|said|came|that|he|she|they)\\b)(?![a-z]+(?:ing|ed)\\b)[a-z]+',
        '(?:his|her|their) sex',
        'because of sex',
        'being (?:fe)?male',
        'is (?:fe)?male',
        'wom[ae]n jurors?',
        'maternal',
        '(?:fe)?males?',
        '(?:against|dislikes?|hates?|about|toward) (?:wom[ae]n|men)',
      ),
    ],
    harmless: [
      /\bgender (?:discrimination|bias|pay gap|equality|studies)\b/gi,
      new RegExp(
        `\\b(?:is|was|are|were|as|being) (?:the |an? )?(?:[\\w-]+ )?(?:mother|father)s? of (?:the )?${joinAlternatives(...caseFigures)}\\b`,
        'gi',
      ),
      /\b(?:his|her|their|whose) (?:[\w-]+ )?(?:mother|father)\b/gi,
      // Specific people the juror knows or saw.
      new RegExp(
        `\\b(?:an?|the|another) (?:[\\w-]+ )?(?:wom[ae]n|m[ae]n|lady|guy|girl)(?: (?:he|she|they))? (?:${known}|who ${joinAlternatives(...deeds)})\\b`,
        'gi',
      ),
    ],
    holds: { everywhere: never('sex', jeb), ca_231_7: never('gender', california) },
  },
  {
    id: 'sex_in_passing',
    looksFor: [
      words(
        '(?:the|this|that) (?:[\\w-]+ )?(?:wom[ae]n|lady|gentleman|guy|girl) (?:in|from|at|with|who|said|told|on|sitting|seated)',
      ),
    ],
    harmless: [
      new RegExp(
        `\\b(?:the|this|that) (?:[\\w-]+ )?(?:wom[ae]n|guy|girl) who ${joinAlternatives(...deeds, 'had been')}\\b`,
        'gi',
      ),
    ],
    holds: {
      everywhere: {
        level: 'caution',
        sentence: 'Use the juror’s number instead of “{words}” so the reason doesn’t mention sex.',
        why: 'A reason is better without a needless mention of sex.',
        ...jeb,
      },
    },
  },
  {
    id: 'trait_gender_identity',
    looksFor: [
      words(
        'transgender(?:ed)?',
        'trans (?:wom[ae]n|m[ae]n|person)',
        'non-?binary',
        'gender (?:identity|expression)',
        'pronouns',
        'cross-?dress\\w*',
      ),
    ],
    harmless: [],
    holds: orOnlyCalifornia('gender identity'),
  },
  {
    id: 'trait_orientation',
    looksFor: [
      words(
        'gays?',
        'lesbians?',
        'bisexuals?',
        'homosexual\\w*',
        'heterosexual\\w*',
        'queer',
        'lgbtq?\\w*',
        'sexual orientation',
        'same[- ]sex',
      ),
    ],
    harmless: surnames,
    holds: orOnlyCalifornia('sexual orientation'),
  },
  {
    id: 'trait_religion',
    looksFor: [
      words(
        '(?:his|her|their) (?:religion|religious affiliation|denomination)',
        'religious affiliation',
        'christians?',
        'catholics?',
        'protestants?',
        'baptists?',
        'evangelicals?',
        'mormons?',
        'lds',
        "jehovah[’']s witness(?:es)?",
        'muslims?',
        'islam(?:ic)?',
        'jews?',
        'jewish',
        'hindus?',
        'sikhs?',
        'buddhists?',
        'atheists?',
        'agnostics?',
        'hijab',
        'turban',
        'yarmulke',
        'of (?:his|her|their) faith',
        '(?:devout|deeply religious|very religious)',
      ),
    ],
    harmless: [
      ...surnames,
      new RegExp(
        `\\b(?:catholic|baptist|jewish|christian|lutheran|methodist) ${joinAlternatives(...institutions)}\\b`,
        'gi',
      ),
    ],
    holds: orOnlyCalifornia('religion'),
  },
  {
    id: 'religious_belief',
    looksFor: [
      words(
        'religio(?:n|us)',
        'church(?:es)?',
        'pastor',
        'priest',
        'rabbi',
        'imam',
        'minister at',
        'bible',
        'scripture',
        'pray(?:s|ed|er|ing)?',
        'god',
        'mosque',
        'synagogue',
        'temple',
      ),
    ],
    harmless: [
      ...surnames,
      /\bfreedom of religion\b/gi,
      /\bchurch (?:league|softball|basketball|picnic|street|road)\b/gi,
      /\boh,? my god\b/gi,
      /\b(?:his|her|their) religion\b/gi,
      /\breligious affiliation\b/gi,
      /\b(?:deeply|very) religious\b/gi,
    ],
    holds: {
      everywhere: {
        level: 'caution',
        sentence:
          '“{words}” is about religion. Rely on the belief that affects this case, in the juror’s words, never on affiliation.',
        why: 'A stated belief that keeps a juror from following the law can be a reason. Belonging to a faith can’t.',
        source: 'Batson v. Kentucky as some courts extend it; check the forum',
        verified: false,
      },
      ca_231_7: {
        level: 'caution',
        sentence:
          '“{words}” is about religion. Rely on the belief that affects this case, in the juror’s words, never on affiliation.',
        why: 'Religious affiliation, real or perceived, must play no part.',
        ...california,
      },
    },
  },
]
