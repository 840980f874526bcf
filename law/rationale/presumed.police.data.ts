import { ca, wa } from './presumed.law.ts'
import { near, type WordRule, words } from './rule.ts'

const police =
  "police(?:m[ae]n| officers?| department)?|cops?|officers?|law[- ]enforcement|deput(?:y|ies)|sheriff(?:[’']s)?(?: department)?|troopers?|detectives?|lapd|spd"
const system =
  "(?:criminal[- ])?(?:justice|legal|court) system|criminal justice|the system|the courts?|prosecutors|the d\\.?a\\.?(?:[’']s office)?|district attorneys?"
const distrusts =
  "distrust\\w*|mistrust\\w*|(?:does|do|did|would|could|can|will)(?:n[’']t| not)(?: \\w+){0,2} (?:trust|believe|rely on|have (?:much |any |a lot of )?(?:faith|confidence))|cannot trust|never (?:trust\\w*|believe\\w*)|(?:no|little|less|lack of|lost|limited) (?:trust|faith|confidence|respect)|less likely to (?:believe|credit|trust)|hard to (?:believe|trust)|skeptic\\w*|suspicious|wary|leery|cynic\\w*|(?:is|was|are|being) (?:afraid|scared)|fears?|fearful|dislikes?|hates?|resent\\w*|anti"
const badExperience =
  '(?:bad|negative|terrible|unpleasant|awful|poor|traumatic) (?:\\w+ )?(?:experiences?|run-?ins?|encounters?|interactions?|impressions?|opinions?|views?|feelings?|dealings?|contacts?)|mistreat\\w*|harass\\w*|roughed up|beat(?:en)?(?: up)?|manhandled|abus(?:e|ed|ive)|lie[sd]?|lying|planted|corrupt(?:ion)?|crooked|rude|unfair(?:ly)?|disrespect\\w*|excessive force|brutality|railroaded|rigged|broken'
const people =
  'brothers?|sisters?|sons?|daughters?|fathers?|mothers?|dad|mom|parents?|uncles?|aunts?|cousins?|nephews?|nieces?|husband|wife|spouse|ex-(?:husband|wife|boyfriend|girlfriend)|boyfriend|girlfriend|fianc[eé]e?|partner|friends?|roommate|neighbors?|relatives?|family(?: members?)?|(?:\\w+)-in-law|(?:step|grand)(?:son|daughter|father|mother|brother|child|children)|someone close'
const arrested =
  'arrest(?:s|ed)?|convict(?:ed|ions?)|incarcerated|imprisoned|jail(?:ed)?|prison|felon(?:y|ies|s)?|in custody|locked up|charged with|charges|prosecuted|indicted|accused of|on (?:parole|probation)|served (?:time|\\w+ years)|doing time|doing life|pulled over|(?:stopped|detained|questioned|searched) by|dui|dwi|criminal record|rap sheet|gang member'
const noDistrust = [
  /\b(?:no|not any|any|without|never had (?:an?|any)|did ?n[o’']t have (?:an?|any)|has ?n[o’']t had (?:an?|any)|denied) (?:distrust|mistrust|bad|negative|terrible|unpleasant|skeptic\w*|fear)[^.;!?\n]*/gi,
  /\b(?:does|do|did|is|are|was)(?:n[’']t| not) (?:distrust|mistrust|dislike|hate|fear|skeptical|suspicious|wary|afraid|anti)[^.;!?\n]*/gi,
  /\b(?:hard|difficult|unable|not|never|refuse[sd]?)\b[^.;]{0,25}\b(?:find|believe|accept|imagine|think) (?:that )?(?:an?|the|any) (?:police )?(?:officers?|cops?|deput(?:y|ies)) (?:would )?(?:lied|lies|lie)\b/gi,
  /\b(?:security|loan|bank|chief \w+|executive|compliance|corporate|probation|parole|military|commanding|correction(?:s|al)?|chief|financial|medical) officers?\b/gi,
]
const institutions =
  'jails?|prisons?|correction\\w*|parole|probation|prosecutor\\w*|police|sheriff\\w*|detectives?|deputy|officers?|troopers?|cops?'
/** "Is in prison" and "is hard on an officer" aren't jobs, so after "is" only "is a deputy" or "is at the jail" count. */
const worksThere = [
  new RegExp(
    `\\b(?:works?|worked|working|works as|employed|teach(?:es)?|taught|volunteers?|volunteered|retired|guard|nurse|chaplain|warden|counselor)\\b[^.;,]{0,30}\\b(?:at|in|for|with|from|as|an?) (?:the |an? |\\w+ ){0,3}(?:${institutions})\\b`,
    'gi',
  ),
  new RegExp(
    `\\b(?:is|was) (?:now |also |still |once )?(?:at|for|with|from|as|an?) (?:the |an? |\\w+ ){0,3}(?:${institutions})\\b`,
    'gi',
  ),
]
const wereVictims =
  /\b(?:man|woman|person|people|driver|someone|suspect|burglar|robber|attacker|intruder|perpetrator|thief|offender)s?(?: who)?(?: [\w]+){0,4} (?:was|were|got|had been|never) (?:never )?(?:caught|arrested|convicted|charged|prosecuted)\b/gi

export const policeRules: readonly WordRule[] = [
  {
    id: 'distrust_police',
    looksFor: [
      ...near(distrusts, `${police}|${system}`),
      ...near(badExperience, police),
      ...near('mistreat\\w*|unfair(?:ly)?|railroaded|rigged|broken|corrupt|bad experience|negative experience', system),
    ],
    harmless: [...noDistrust, ...worksThere, /\bunfair to (?:the )?(?:police|officers?|prosecution|state|defense)\b/gi],
    holds: {
      ca_231_7: ca('distrust of, or a bad experience with, law enforcement or the criminal legal system', 1, true),
      wa_gr37: wa('distrust of law enforcement', 'ii'),
    },
  },
  {
    id: 'own_contact_police',
    looksFor: [
      new RegExp(
        `\\b(?:he|she|they|juror(?: no\\.?)?(?: \\d+)?|who|and|previously|once|been|was|has|had|own|prior)\\b(?: (?:was|has|had|been|once|himself|herself|previously|also|is|twice|wrongly|falsely|spent|got|did)){0,4} (?:arrested|convicted|incarcerated|jailed|handcuffed|pulled over|detained|locked up|on probation|on parole|arrests?|convictions?|time in (?:jail|prison)|a night in jail|(?:stopped|questioned|searched|cited|ticketed|frisked) by (?:the )?(?:${police})|a (?:dui|dwi)|charged with|in (?:the |a )?(?:\\w+ )?(?:jail|prison)(?! (?:ministry|work|system)))\\b`,
        'gi',
      ),
      ...near('contacts?|encounters?|interactions?|run-?ins?|dealings?', police, 30),
    ],
    harmless: [
      // Arrests of other people are covered by a separate rule.
      new RegExp(
        `\\b(?:${people})\\b[^.;,]{0,30}(?:was|were|has|had|been|is|got) [^.;,]{0,20}(?:${arrested})\\b(?:[^.;,]{0,25}\\b(?:${arrested})\\b)?`,
        'gi',
      ),
      new RegExp(
        `\\b(?:believes?|thinks?|assumes?|feels?|said|says|if|because) (?:that )?(?:someone|anyone|a person|people|the defendant|he|defendants?) (?:who )?(?:was|is|were|are|has been|got)?(?: \\w+)? ?(?:arrested|charged with|charged)\\b`,
        'gi',
      ),
      /\b(?:defendant|client|plaintiff)\b[^.;,]{0,20}(?:was|is|were|been|had been) (?:arrested|charged|convicted|detained)\b/gi,
      /\b(?:no|without|never) (?:prior |previous )?(?:contacts?|encounters?|arrests?|convictions?|run-?ins?)\b/gi,
      /\b(?:never|not) (?:been )?(?:arrested|convicted|charged)\b/gi,
      wereVictims,
      ...worksThere,
    ],
    holds: {
      ca_231_7: ca('a bad experience with law enforcement or the criminal legal system', 1, true),
      wa_gr37: wa('prior contact with law enforcement', 'i', true),
    },
  },
  {
    id: 'profiling',
    looksFor: [
      words(
        'racial(?:ly)? profil\\w*',
        'profil(?:es|ed|ing)',
        'black lives matter',
        'blm',
        'systemic(?:ally)? racis[mt]',
        'institutional racism',
        'driving while black',
        'defund(?:ing)? the police',
        'mass incarceration',
      ),
      ...near(
        'laws?|justice|sentenc\\w+|police|courts?|system|prosecut\\w+|enforce[ds]?|enforcement|drug war|stops?',
        'discriminat\\w*|racis[mt]|unequal(?:ly)?|harder on|harsher|targets?|targeting|selectively|treats? (?:\\w+ ){0,3}differently|two[- ]tier(?:ed)?|stacked against',
      ),
    ],
    harmless: [
      /\b(?:dna|customer|user|linkedin|criminal|psychological|risk|investor) profil\w+/gi,
      /\b(?:employment|age|housing|workplace|job|gender|pregnancy) discrimination\b/gi,
      /\bdiscrimination (?:claims?|cases?|lawsuits?|suits?|law)\b/gi,
      /\b(?:no|not) (?:unequal|racist)\b/gi,
      /\b(?:sales|revenue|price|drug) targets?\b/gi,
    ],
    holds: {
      ca_231_7: ca('a belief in racial profiling or in discriminatory enforcement', 2, true),
      wa_gr37: wa('a belief that officers engage in racial profiling', 'ii'),
    },
  },
  {
    id: 'close_to_arrested',
    looksFor: near(people, arrested, 50),
    harmless: [
      ...worksThere,
      wereVictims,
      /\b(?:no|without any|does(?:n[’']t| not) have any) (?:family|friends?|relatives?)[^.;]*/gi,
      /\b(?:victim|robbed|burglarized|killed|murdered|assaulted|shot)\b[^.;]{0,60}/gi,
      /\bfriends? of the (?:court|prosecution|defense)\b/gi,
    ],
    holds: {
      ca_231_7: ca('a close relationship with people who were stopped, arrested or convicted', 3, true),
      wa_gr37: wa('a close relationship with people who were stopped, arrested or convicted', 'iii'),
    },
  },
]
