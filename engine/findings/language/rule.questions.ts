/**
 * Questions whose asking sentence names no matter of its own: "Is that a rule you can live with?", "Any quarrel with that?",
 * "Do you stand by that?". What they ask about stands in the sentences before, where counsel states a rule of law or reads a
 * juror's own words back.
 */
import { findAny, pattern } from './grammar.ts'

/** What a question of this kind asks: assent to the rule, an objection to it, a demand beyond it, a choice, the juror's own earlier words. */
export type RuleQuestion = 'assent' | 'objection' | 'demand' | 'choice' | 'restated'

const ruleOfLaw =
  /\b(?:the law|laws?|legal|rules?|statutes?|constitution(?:al)?|presum(?:ed?|ption)|innocen(?:t|ce)|burden|proof|prov(?:e|es|ed|en)|standard|reasonable doubt|preponderance|elements?|indict(?:ed|ment)|acquit(?:ted)?|verdict|convict(?:ed|ion)?|guilty|evidence|testif(?:y|ies)|testimony|witness(?:es)?|interpreters?|translat(?:or|ion)|on the record|from the record|instruct(?:ion|ions|ed)?|damages|award(?:ed)?|compensation|punish(?:ment)?|probation|sentenc(?:e|ing)|prison|death|murder(?:ed)?|low end|high end|minimum|maximum|defendant|accused|lawyer|police|officer|detective|lieutenant|sergeant|deputy|court|equal|oath|takes? the stand|mental anguish|pain and suffering|corporations?|compan(?:y|ies)|plaintiffs?|lawsuits?|crimes?|charged|smoke|the state|government|translations?|research|look (?:it|anything|things|that) up|remain silent|right not to|deliberat(?:e|ions))\b/

const assent = [
  'how (?:does|do|did|would|will) (?:that|this|it|you) .. (?:strike|sit|land|sound|go over) (?:you|with you|to you)?',
  'anything (?:short of|other than|less than|besides|but)',
  'fair shake|even break|square deal|(?:same|equal|even|level) (?:footing|terms|ground)|on a par|(?:is|would|will|be) (?:that|it|this) (?:be )?enough|(?:enough|good enough|sufficient) for you',
  '(?:promise|pledge|commit|agree) (?:us |me |the court )?(?:not )?to|live by|abide by|defer to|ignore your own|keep (?:that|it) to yourself|go by (?:the|what) (?:interpret(?:er|ation)|translation|judge|court|record)',
  '(?:does|do|did|would) (?:that|this|it|those|the rule) (?:all )?(?:sit|seem|sound|strike you as|go down|make sense|work) (?:all right|okay|ok|well|right|fine|fair|reasonable|for you|to you|with you)',
  '(?:is|are) (?:that|this|it|those|they) .. (?:(?:rules?|something|principles?|instructions?|standards?|idea) )?(?:that )?you (?:can|could|would|will|are able to) (?:live with|accept|keep|follow|honou?r|abide|get behind|go along|work with|stick)',
  '(?:is|are) (?:that|this|it) (?:all right|okay|ok|fine|fair|good enough|enough|acceptable|agreeable)',
  "(?:are you|is everyone|is everybody|everyone|everybody|you(?:'re)?) (?:all )?(?:okay|ok|fine|good|comfortable|all right|on board|at ease|content|at peace|happy|with me) (?:with|on|about)?",
  '(?:can|could|will|would) (?:you|everyone|everybody|each of you|all of you) (?:all )?(?:live with|go along with|get behind|keep to|stand by|stick to|sign on to|honou?r|agree to|hold yourself)',
  '(?:on the table|open to you|available|a possibility|an option|within reach) (?:for you|to you)?',
  "(?:do|can) you (?:accept|embrace|agree with|go along with) .. (?:that|this|rule|principle|law|idea|proposition|standard)|you(?:'ll| will) (?:honou?r|keep to|follow) (?:that|it)",
].map(pattern)
const objection = [
  '(?:any|an|some|take|takes|have|has|had|having|with|feel) (?:a |an |any |some )?(?:real |serious |honest )?(?:quarrels?|disagreements?|disputes?|objections?|argument|bone to pick|beef|reservations?|misgivings?|hesitation|hesitancy|qualms?|discomfort|trouble|difficulty|problems?|issues?) (?:with|about|to|over|as to|following|accepting|living|applying|setting|taking|going)',
  '(?:who|anyone|anybody|does anyone|is there anyone|is there anybody|do you|would you|does any of you) .. (?:disagree|disagrees|quarrel|quarrels|object|objects|argue|argues|differ|differs|bristle|bristles|balk|balks|chafe|take issue|takes issue|see it differently|sees it differently|resist|resists)',
  '(?:would|does|might|will) (?:that|it|this) (?:leave|raise|put|plant|cause|create|give you) .. (?:questions?|doubts?|pause|concerns?|impression|suspicion|wonder(?:ing)?)',
  '(?:would|does|might|will) (?:that|it|this|the .. of (?:it|them)) (?:nag|gnaw|enter|factor|figure|sit|stick|linger|rub|rankle|tug|bear) (?:in|into|at|with|on)?',
  'is (?:it|that) (?:going to be|likely to be|ever)? ?(?:a )?(?:problem|trouble|an issue|difficult|hard)',
].map(pattern)
const demand = [
  "(?:anyone|anybody|who|someone|somebody|any of you) (?:here |else )?(?:who |that )?(?:just |simply |really )?(?:can't|cannot|could not|couldn't|won't|will not|would not|wouldn't|doesn't|don't)",
  '(?:have to|need to|has to) (?:work|do|prove|show|try|bring) (?:a (?:bit|little) )?(?:harder|more|extra)|(?:a (?:bit|little)|something|any) (?:extra|more)',
  '(?:would|will|could|do) you .. (?:reject|refuse|discount|dismiss|disbelieve|throw out|substitute|second-guess|speculate|look up|overrule|override)|not substitute',
  '(?:is|are) (?:that|it|this) (?:going to )?(?:count|matter|weigh|tell|register|make a difference)|(?:count|weigh|register) in your (?:mind|book|eyes)',
  'are you (?:one|some) of (?:those|them|these)|call yourself|is there any .. (?:always|never|automatically)',
  '(?:would|do|will|might) (?:you|anyone|anybody|any of you) (?:personally |still |really |also |also personally )?(?:need|want|require|insist|demand|expect|ask for|look for|wait for|have to (?:have|hear|see))',
  '(?:would|do|will) you (?:hold|make|put) .. to .. (?:more|something|prove|higher|get)?',
  "(?:who|who(?:'s| is) (?:here|there)|anyone|anybody|is there (?:anyone|anybody)) .. (?:would|will|who'd|need|needs|want|wants|require|requires|insists?|expects?|make|makes|starts?) .. (?:need|want|require|insist|expect|make|have|him|her|them|to|from|more)?",
  '(?:need|have|want) to hear from|(?:a little|one step|a step|slightly|somewhat|bit) ahead|leave .. out',
].map(pattern)
const choice = [
  '(?:which|where) (?:one|side|row|camp|group|of (?:the|those) two|do you (?:come|land|fall|stand)|are you|would you (?:come|land|fall|be))',
  'where (?:does|do|did|would|will) (?:that|this|it|you) .. (?:leave|land|come out|come down|fall)',
  '(?:who|what|which) (?:do|would|will) you .. (?:look to|turn to|go by|go with|take|believe|choose|listen to|come out with)',
  '(?:is it|will it be|would it be|is it going to be) .. or (?:your|his|her|the|my|theirs)',
  'which .. (?:win|prevail|govern|control|come first|carry the day)',
  '(?:what|how) (?:would|do|will|should) .. (?:your verdict|your vote|you vote|you make|happens?|you do then)|what happens',
].map(pattern)
const restated = [
  '(?:do|does|did|would) (?:you|that|this|it) (?:still )?(?:stand by|hold to|hold|describe|stick (?:with|by)|sum (?:it|you) up|mean|feel that way|believe that|think so|own)',
  '(?:is|was|are) (?:that|it|this|those) (?:still |really |what )?(?:still |really )?(?:how you feel|your view|your opinion|your feeling|your belief|what you (?:believe|think|feel|meant|said|mean)|you|true of you|accurate|so)',
  "(?:have|did|do) i (?:got |get |have |understand |hear )?(?:it|that|this|you) (?:right|correctly)|tell me if i(?:'ve| have)? (?:got |have )?(?:it|that|this) right|(?:fair|right|safe|accurate|correct) to say",
].map(pattern)
const ownWordsBefore =
  /\byou (?:all )?(?:wrote|put down|put|checked|circled|marked|said|told|raised|indicated|answered|mentioned|filled|noted|nodded|say|says)\b/

/**
 * Reads the asking sentence against what stands before it, both folded; null where the question names its own matter or is of
 * another kind. A rule of law must stand in either, or the juror's own earlier words.
 */
export function readRuleQuestion(asking: string, before: string): RuleQuestion | null {
  if (
    findAny(restated, asking) &&
    (ownWordsBefore.test(`${before} ${asking}`) ||
      /^(?:.*\b)?(?:right|fair|safe|accurate|correct(?:ly)?)\b/.test(asking))
  )
    return 'restated'
  if (!ruleOfLaw.test(asking) && !ruleOfLaw.test(before)) return null
  if (findAny(objection, asking)) return 'objection'
  if (findAny(demand, asking)) return 'demand'
  if (findAny(choice, asking)) return 'choice'
  if (findAny(assent, asking)) return 'assent'
  // "The translation is the evidence, not what you hear." Nothing is asked, and what the juror makes of it is the answer.
  return !asking.endsWith('?') && ruleOfLaw.test(asking) && laidDown.test(asking) ? 'choice' : null
}
const laidDown =
  /\b(?:you (?:must|have to|would have to|'d have to|are (?:required|obliged|instructed|not) to|may not|need to|cannot|can't|should(?: not)?)|is (?:the|not|no) (?:evidence|law|rule)|the (?:law|rule) (?:is|says|requires)|requires? (?:you|jurors|that)|jurors (?:must|have to|are))\b/

/** Whom and what a belief is about that matters in a trial. */
const social =
  '(?:{police}|{party}|{lawyer}|people|persons?|somebody|someone|anybody|anyone|everyone|everybody|folks|men|women|girls|teenagers?|criminals?|felons?|addicts?|dealers?|immigrants?|politicians?|experts?|witness(?:es)?|informants?|jurors?|jur(?:y|ies)|corporations?|companies|business(?:es)?|banks?|landlords?|tenants?|insurers?|unions?|doctors?|nurses?|hospitals?|priests?|victims?|rich|poor|wealthy|lawsuits?|suing|sued?|verdicts?|awards?|damages|courts?|the system|justice|law|government|guns?|firearms?|drugs?|alcohol|drinking|drunk|abortion|crimes?|guilty|innocent|punish(?:ed|ment)?|prison|jail|evidence|truth|tell(?:s|ing)? the truth|lies?|lying|medicine|vaccines?|religion|he|she|they)'
const belief = [
  `(?:do|would|did) you (?:personally |honestly |really |actually |still |generally |also |happen to )*(?:think|believe|feel|say|agree|suppose|figure|suspect|hold|assume|consider) .. ${social}`,
  `(?:you(?:'re)? (?:think|believe|feel|say|hold)|(?:your|the) (?:view|opinion|belief|position|feeling|sense) (?:is |that )?) .. ${social}`,
  `(?:(?:in|is it|it is|it's|so it's|would it be) (?:your|right to say|fair to say|fair to|in your)) .. ${social}`,
  `(?:is|are|do|does|should|can|has|have|ought) (?:the |a |an |most |all |there |hired |every )?.. ${social} .. (?:always|never|ever|mostly|usually|generally|too|more|less|only|stacked|rigged|broken|fair|unfair|worse|dishonest|greedy|allowed|able to|banned|illegal|legal|tell|lie|deserve|get away|out of control|responsible|to blame)`,
  `(?:too (?:many|much|easy|soft|quick|little|few)|not enough) .. ${social}|agree or disagree`,
].map(pattern)
const strength =
  /\b(?:how strong(?:ly)?|strong (?:feelings?|opinions?|views?|or weak|or mild)|feelings? (?:strong|that strong)|(?:mild|weak|moderate)\b.{0,20}\bstrong|firmly held|(?:scale|one) (?:of|from) (?:one|1|zero|0) to (?:ten|10|five|5)|(?:that|those|it|this) (?:is |are )?(?:a |an )?(?:strong(?:ly)?|firm(?:ly)?|deep(?:ly)?)(?: held)?(?: (?:opinion|view|feeling|belief)s?)?\?|call (?:your|that|those) .{0,24}strong)/
/** Things of the day about which people also "think" and "believe": dates, forms, the room, the way to court. */
const everyday =
  /\b(?:(?:do|would|did) you (?:think|believe|feel|say|suppose|recall|remember)|(?:is it|so it's) your (?:understanding|recollection|opinion|belief|view)|you (?:think|believe))\b/

const attitude =
  /\b(?:who|whom|what|how|why|strongly|differently|that way|comfortable|uncomfortable|the same|partial|affect|fair|set|aside|trust|agree|about (?:him|her|them|this|it))\b/

/**
 * Whether a question asks for a belief about people and institutions ("Do you think a company always …?"), for how strong one
 * is, or with the same words for a thing of the day ("Do you think it was in March?"); null for none of these.
 */
export function readBeliefQuestion(asking: string): 'belief' | 'strength' | 'everyday' | null {
  if (strength.test(asking)) return 'strength'
  if (findAny(belief, asking)) return 'belief'
  return everyday.test(asking) && !attitude.test(asking) ? 'everyday' : null
}

/** Whether a proposition is one of law, so that who agrees with it undertakes something, or a judgment about people. */
export function readProposition(text: string): 'law' | 'judgment' {
  return (/\b(?:agree|accept|understand|support)\b/.test(text) &&
    !/\b(?:law|legal|rules?|rights?|presum\w+|entitled|burden|must|innocent|equal(?:ly)?|same|instruct\w*|constitution|standard|verdicts?|testif\w+|silen\w+|evidence|prove\w*|principles?|that|it|this)\b/.test(
      text,
    )) ||
    /\b(?:always|never|mostly|usually|generally|most|too (?:many|much|easy|soft|quick)|out of control|deserves?|only|nothing but|nowadays|tend to|people (?:who|like|on)|whatever|worse|greedy|more .{1,24} than|rigged|stacked|smoke)\b/.test(
      text,
    )
    ? 'judgment'
    : 'law'
}
