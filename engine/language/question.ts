/** What a question asks, so that a bare "Yes" or "No" gets the meaning that its question gives it. */
import { findAny, pattern } from './grammar.ts'
import { foldText, sentencesOf } from './sentences.ts'

export type QuestionTopic =
  /** Can you be fair, follow the law, set it aside? */
  | 'undertaking'
  /** Would it prevent, affect, make it hard? */
  | 'impairment'
  /** Would you lean, favour, hold it against, believe more? */
  | 'lean'
  /** How do you feel about it, what do you think, do you trust them? */
  | 'opinion'
  /** Would serving be a hardship? Can you serve on these dates? */
  | 'hardship'
  | 'availability'
  /** The follow-ups on a hardship. */
  | 'paid'
  | 'replaceable'
  | 'schedule'
  | 'documented'
  /** Knows somebody, was a victim, served before …: the answer discloses. */
  | 'disclosure'
  /** Job, schooling, household, pastimes. */
  | 'background'
  /** Name, number, seat, greetings. */
  | 'housekeeping'
  /** Where, when, how long, which kind: asks for a fact. */
  | 'fact'
  /** What is the issue? Why? Tell me. */
  | 'open'
  /** “Okay.” */
  | 'nod'

export type Question = {
  topic: QuestionTopic | null
  /** Disclosure sub-category that the question is about. */
  about: string | null
  /** True where yes or no answers it. */
  polar: boolean
  /** True where the question itself denies: "You wouldn't hold that against him?" Then "No" confirms the denial. */
  negative: boolean
  /** True where a matter is named that would have to be set aside: the answer then rehabilitates. */
  afterConcern: boolean
  /** The juror was given something to read, or time. */
  readingPause: boolean
  /** The folded words of the part that asks. */
  text: string
}

const undertaking = [
  '(?:set|put|putting|push|leave|leaving|setting|place|keep) (?:that|this|it|those|them|these|any|all|your|the|what|whatever|such|aside) .. (?:aside|away|out of your mind|behind you|at the door|to one side|out of it|separate)',
  '(?:set|put|push) aside|(?:put|set|leave) (?:it|that|them|this) .. (?:side|door)|(?:start|begin) (?:from|with) (?:a )?(?:scratch|clean|zero)|forget (?:it|that|about|what)|(?:impartial|fair) to (?:both|either|my|the)|clean slate|same consideration',
  '(?:be|remain|stay|being|both) (?:a )?(?:completely |totally |truly )?{fair}',
  'fair and impartial(?: juror)?',
  'give (?:both|each|the|every|him|her|them|all) .. (?:fair|equal|even)',
  'open mind',
  'follow (?:{law}|my|the court|his|her|that|those|it)',
  '(?:apply|accept|obey|respect|abide by) (?:{law}|that|the|my|a)',
  '(?:decide|judge|base|deciding) .. (?:only|solely|exclusively|strictly|just|based|evidence|facts)',
  'rely (?:exclusively|only|solely) on',
  'presum(?:e|ed|ption) .. (?:innocen(?:t|ce))',
  'hold (?:the (?:state|government|prosecution|plaintiff)|them|us|him|her) to',
  'wait (?:until|till) .. (?:evidence|heard|end)',
  'listen to .. (?:evidence|witness(?:es)?|testimony|both sides|everything|all)',
  'treat .. (?:same|equally|like any|fairly)',
  'consider .. (?:full range|whole range|entire range|both|probation|all)',
  'disregard|promise .. (?:us|me|the court)|assure (?:us|me|the court|both)|give .. assurance',
  'start .. (?:even|equal|level|zero|same place|same line)',
  'judge .. (?:his|her|their|each|the) .. (?:credibility|testimony) .. (?:same|like)',
  'return a verdict|sign .. verdict|find (?:him|her|them|the defendant) not guilty|vote (?:not guilty|guilty)',
].map(pattern)

const impairment = [
  '(?:prevent|keep|stop|hinder|impair|preclude) .. (?:you|your|from)',
  '(?:affect|influence|impact|interfere with|color|cloud|sway|get in the way|bear on|play (?:a|any) (?:role|part)|carry over|spill over|weigh on|enter into|creep into) .. (?:you|your|ability|judgment|decision|deliberations?|verdict|way|how|that|this|it)?',
  '(?:make|making) it .. (?:hard|harder|difficult|tough|impossible|uncomfortable)',
  '(?:any|have|have any|have a|be a|big|pose a|a) (?:difficulty|trouble|problems?|issues?|hesitation|reservations?|qualms?|concerns?|objections?|problem) .. (?:with|following|that|being|sitting|judging|doing|accepting|finding|awarding|about)',
  '(?:difficult|hard|tough|impossible|uncomfortable) for you',
  "(?:anything|any reason|something) .. (?:fair|impartial|prevent|affect|interfere|influence|can't|cannot|couldn't|might make|would make|could make|think you)",
  "reason .. (?:not be|couldn't be|cannot be|can't be|wouldn't be|should not) .. {fair}",
  'unable to .. (?:be|follow|judge|decide|set|put)',
].map(pattern)

const lean = [
  '(?:have|be|any|a|feel|got|harbor|hold) (?:a |any |some )?(?:bias|biased|prejudice|prejudiced|leaning|ill will|hard feelings|grudge|animosity|resentment)',
  '(?:lean|side|tilt|tip|tend|favor|inclined|gravitate|root|sympathi[sz]e) .. (?:toward|towards|to|with|one|for|against|more|either|believe|side|him|her|them)?',
  'hold (?:that|it|this|his|her|the fact|something) .. against',
  '(?:more|less|greater|extra|additional|automatic) (?:weight|credit|credibility|believable|credible|likely|truthful|inclined|trust|faith|benefit)',
  '(?:believe|trust|credit|doubt|distrust) .. (?:more|less|over|first|just because|simply because|automatically)',
  'automatically (?:believe|disbelieve|vote|assume|think|favor|side)',
  'benefit of the doubt',
  '(?:ahead|behind|head start|leg up|advantage|strike against|one step|a little bit ahead)',
  '(?:against|in favor of) (?:the |a |my |our |that )?{party}',
  '(?:positive|negative|bad|good|strong|any|those) (?:feelings?|opinions?|views?|impressions?) (?:about|toward|towards|against|of|on|regarding)',
  '(?:already|formed|form|have) .. (?:opinion|conclusion|made up your mind|decided|impression|judgment)',
  'do you (?:think|believe|feel) (?:he|she|they|the defendant|someone|people|a person|police|officers|doctors|there|that|it|lawsuits|corporations|companies)',
  '(?:must|has to|have to|should|need to|needs to) (?:prove|testify|explain|show|take the stand|be guilty|have done)',
  'sympathy|empathy|feel sorry',
].map(pattern)

/** How do you feel about it? Do you trust them? Asks for an attitude, so that an answer with any stand in it states one. */
const attitude = [
  '(?:how|what) (?:do|did|would|does|about) .. (?:feel|feelings?|think|view|see|reckon|take on|react|say about|want|conclude|concluded)',
  '(?:feelings?|views?|thoughts|opinions?|attitudes?|reaction|beliefs?|gut|leanings?|trust|preference|impression) .. (?:on|about|of|toward|towards|regarding|to|in)?',
  'do you (?:trust|believe|agree|accept|support|presume|favor|have (?:a |an |any )?(?:problem|opinion|view|feeling|preference|issue))|who (?:starts|has the burden|do you (?:favor|believe))|(?:lawsuits|punitive damages|the death penalty|capital punishment|probation|domestic violence|drunk driving|guns)$',
].map(pattern)

const hardship = [
  '(?:hardship|burden|inconvenience|undue)',
  '(?:distracted|distract|distraction) .. (?:by|you|from)?',
  '(?:problem|conflict|issue|difficulty|trouble|concern) .. (?:schedule|serving|service|sitting on this|length|dates|with being here|with the time|time frame|weeks|hours)',
  '(?:serving|service|being here|staying|sitting|jury duty|trial) .. (?:difficult|hard|impossible|worse|problem)',
  'any reason .. (?:serve|sit on this jury|be here|stay|available)',
  'vacations?|prepaid|travel plans|medical (?:issue|condition|reason|problem)s?',
].map(pattern)

const availability = [
  '(?:can|could|able to|will|would) (?:everyone |everybody |all of you |you )?(?:be able to )?(?:serve|sit during|sit for|be here|stay|sit through|attend|make it|commit|be available)',
  'available (?:for|to|through|on|during)',
].map(pattern)

const paid = [
  '(?:paid|pay|salary|compensated|wages|paycheck|income)',
  '(?:employer|company|job|boss|union) .. (?:cover|compensate|continue)',
].map(pattern)
const replaceable = [
  '(?:anyone|anybody|someone|somebody|who|another|other people|person|others|a colleague|one) .. (?:cover|fill in|replace|take over|step in|do it|do your|perform your|handle|stead|watch|help|take care|substitute|else)',
  "(?:hit by a|run over|got sick|were sick|were ill|get sick|were out|take a vacation|on vacation|couldn't (?:come|be there)|could not be there|completely unavailable)",
  '(?:only one|only person) (?:who|that)',
].map(pattern)
const schedule = [
  '(?:reschedul(?:e|ed)|postpone|postponed|move (?:it|that|them|the)|moved|change (?:it|that|your|the)|push (?:it|that) back|later date|another (?:day|time|date))',
  "(?:finish|end|ends|done|out|break|stop|let you (?:go|out)) .. (?:at|by|early|time for) .. (?:work|enough|solve|help|okay|o'clock|[0-9])",
  '(?:in the|after|before|evenings?|mornings?|afternoons?|weekends?) .. (?:appointment|appointments|work|class|make it|do it|that)',
  'if we (?:took|take|broke|finished|ended|excused you|accommodated|give you|gave you)',
].map(pattern)
const documented = [
  "(?:letter|note|documentation|documents?|proof|receipts?|paperwork|e-?mail|itinerary|confirmation|something in writing|doctor's note|plane tickets?|tickets?) ..? ?(?:from|with|of|to|that|for|or|you|purchased|show)?",
  'already (?:purchased|booked|bought|paid)',
].map(pattern)

const disclosures: readonly (readonly [string, readonly RegExp[]])[] = [
  [
    'prior_jury',
    [
      '(?:have|has|had|did|ever|who|anyone|anybody|before|were) .. (?:served|serve|sat|been|serving|placed|picked) .. (?:jury|juror|juries|grand jury)',
      'prior jury|previous jury|jury service before|jury before',
    ].map(pattern),
  ],
  [
    'crime_victim',
    ['victims? (?:of|or)', '(?:been|ever) .. (?:robbed|assaulted|burglari[sz]ed|attacked|mugged|injured|hurt)'].map(
      pattern,
    ),
  ],
  [
    'legal_history',
    [
      '(?:been|ever|were you) .. (?:arrested|charged|convicted|sued|accused|party to|a party|witness in|testified|deposed|investigated|filed|involved in .. (?:lawsuit|case|litigation|proceeding))',
      '(?:lawsuit|dispute with|bankruptcy|testif(?:y|ied) in)',
    ].map(pattern),
  ],
  [
    'case_knowledge',
    [
      '(?:heard|read|seen|know|learned|familiar|recogni[sz]e|watched|researched) .. (?:about|anything|something|case|news|article|street|intersection|place|location)',
    ].map(pattern),
  ],
  [
    'expertise',
    [
      '(?:training|trained|education|background|experience|expertise|special(?:ized)? knowledge|courses?|worked in|studied|degree) .. (?:in|with|as|law|medicine|medical|legal|engineering|accounting|field)',
    ].map(pattern),
  ],
  [
    'disclosure_relationship',
    [
      '(?:know|knows|knew|acquainted|related|recogni[sz]e|relationship|familiar|friends?|dealings?|connection|connected|met|business) .. (?:with|to|anyone|anybody|him|her|me|them|us|counsel|party|parties|witness(?:es)?|attorneys?|lawyers?|names?|(?:of )?these|(?:of )?(?:the|those) people)',
      '(?:employed|works?|worked|work) (?:by|for|in|with) .. (?:law enforcement|police|government|court|prosecutor|agency|justice|insurance|hospital|company)',
      '(?:close friend|family member|relative|anyone close)',
    ].map(pattern),
  ],
]

const background = [
  '(?:what (?:do|did|does|is|was|are|kind|type|sort)|where (?:do|did|does|is|are)|how (?:long|far|many|old|do you spend|would you describe)|which|when (?:did|do|is|was)|who (?:do|does|is|lives)) .. (?:you|your|that|they|he|she|it|person|members?|household|live|work|job|school|children|living|degree|studied|spouse|reading|time|ages?|occupation|hobbies|neighborhood|county|before|mean|company|employer)',
  '(?:your|current|previous|prior|last) (?:job|occupation|employment|employer|education|household|spouse|degree|spare time|hobbies|neighborhood|county|work|title|position)',
  '(?:clubs|organizations|hobbies|spare time|free time|bumper stickers?|television|tv shows?|podcasts?|magazines?|newspapers?|county of residence|neighborhood|retired|married|children|grown|roommates?|siblings|social media)',
  'like any (?:type|kind)|and before that|before that|highest (?:level|grade)|do you (?:read|watch|listen|own|rent|live|work|have any (?:children|kids))|are you (?:married|retired|employed|working)',
].map(pattern)

/** Opens a question for a fact; "what do you think" and "how do you feel" were taken before. */
const factual =
  /^(?:(?:and|so|okay|well|now|sir|ma'am|all right|but|then|i see|yes|in|at|for|on|of|from|to|since|until|by) ?[,.]? ?)*(?:where|when|which|whose|how (?:old|many|long|far|much|often|big|do you spell)|what (?:kind|type|sort|subject|time|year|day|month|field|languages?|hours|court|county|company|city|state|part|age|grade|school|instrument|camp|was the|is the (?:name|nature)|is (?:his|her|their|your)|does|did (?:he|she|they|that|you (?:do|study|play|teach|sell))|are (?:their|his|her))|who (?:is|was|lives|does|watches|did)|(?:is|was|are|were|does|did) (?:he|she|they|that (?:in|a|the|your)|this (?:in|a|the)))\b/

const housekeeping = [
  '(?:your|what|juror|seat) (?:is |was )?(?:your )?(?:juror )?(?:number|name|seat)',
  '(?:good (?:morning|afternoon|evening)|how are you|hello|thank you|step (?:back|up|down|forward)|have a seat|come (?:forward|up)|spell)',
  'what number|number (?:please|again)|your number|the microphone|speak up|state your name|number are you',
].map(pattern)

const open = [
  "(?:what is|what's|what was|what are) (?:the|your|that) (?:problem|issue|concern|matter|hardship|reason|trouble|conflict)s?",
  '(?:and )?(?:the|your) (?:problem|issue|concern) please',
  '(?:go ahead|tell (?:me|us)|explain|what did you want|what would you like|come to tell|wanted to (?:tell|say|speak|talk)|why(?: not| is that| so)?|what about (?:it|that)|in what way|how so|what makes you|say more|elaborate|anything else|who else|anyone else|anybody else|what do you mean|want to add)',
].map(pattern)

/** A nod that lets the juror go on: asks nothing new, and invites. */
const nod = /^(?:(?:yes|okay|ok|and|all right|mm-hmm|uh-huh|sure|right|i see|so|well|sir|ma'am)[,.?! -]*)+$/
/** "Can you …", "the question is whether you could …": asks for an undertaking, whatever else is mentioned. */
const asksToUndertake =
  /\b(?:can|could|will|able to|whether you(?: can| could|'d be able)?)\b(?! you (?:have|lean|favor))/
const asksToLean =
  /\b(?:bias(?:ed)?|prejudiced?|lean|favor|side with|hold .{0,30}against|more (?:weight|credit|likely)|benefit of the doubt|root|sympath|tend to|ahead|against either)\b/

const aside =
  /\b(?:aside|despite|in spite of|knowing (?:that|you)|even though|notwithstanding|still|having said|given (?:that|what)|that experience|that relationship|those feelings|those views|what (?:you|happened)|because of (?:that|this)|his job|her job|about that|fact that|your (?:experience|feelings|views|beliefs|opinion|relationship|job|work|brother|sister|father|mother|friend|husband|wife|son|daughter|uncle|cousin))\b/
const polarOpening =
  /(?:^|[,.] ?|\b(?:and|but|so|or|well|now|okay|then|sir|ma'am|juror|question is|is) )(?:do|does|did|can|could|will|would|are|is|was|were|have|has|had|am|should|may|might|don't|doesn't|didn't|can't|couldn't|won't|wouldn't|aren't|isn't|wasn't|haven't|hasn't|any(?:one|body|thing)?|you(?:'re|'d|'ll)?|so you(?:'re)?|is there|are there|i take it|it(?:'s|'d| would| is)|this|that(?:'s| would| is)?) /
const tag =
  /(?:,|\.|--) ?(?:right|correct|yes|no|okay|is that (?:right|correct|fair|so)|am i (?:right|correct)|would (?:you|it|that)|could you|can you|do you|will you|wouldn't (?:you|it|that)|isn't (?:it|that)|yes or no)(?: (?:sir|ma'am))?\??$/
const negativeQuestion =
  /\b(?:you|it|that|there|this|which|and) (?:does not|doesn't|wouldn't|won't|would not|will not|don't|do not|can't|cannot|couldn't|could not|aren't|are not|isn't|is not|wouldn't be|'re not|'s nothing|is nothing)\b|\bnothing\b|\bno (?:reason|problem)\b/
/** What stands under a condition is not what is asked: "… if he does not testify?" */
const subordinate = /\b(?:if|when|because|since|unless|who|even though|although|while)\b[^,?]*/g

/** Reads the asking part of a question: its last sentence that asks, with the rest as setting. */
export function readQuestion(raw: string): Question {
  const folded = foldText(raw)
  const sentences = sentencesOf(folded)
  const asking = sentences.filter((each) => each.text.endsWith('?')).slice(-2)
  const last = asking.at(-1) ?? sentences.at(-1)
  let text = last?.text ?? ''
  // "And that's a problem. Correct?" asks with the sentence before.
  if (text.split(' ').length <= 4 && sentences.length > 1 && last) {
    const before = sentences[sentences.indexOf(last) - 1]
    if (before && (tag.test(`, ${text}`) || before.text.endsWith('?'))) text = `${before.text} ${text}`
  }
  const tail = folded.slice(-700)
  const topic = topicOf(text) ?? (sentences.length > 1 ? topicOf(tail) : null)
  const about = disclosures.find(([, patterns]) => findAny(patterns, tail))?.[0] ?? null
  // "Have you ever …? Go ahead. Your number?" still asks what it asked first.
  const discloses =
    about !== null &&
    (topic === 'housekeeping' || topic === 'open' || topic === 'nod') &&
    /\b(?:have you|has anyone|does anyone|do you know|are you|anyone)\b/.test(tail)
  const polar = polarOpening.test(` ${text}`.trimStart()) || tag.test(text)
  return {
    topic: discloses ? 'disclosure' : topic,
    about: topic === 'disclosure' || topic === null || discloses || topic === 'open' || topic === 'nod' ? about : null,
    polar,
    negative: negativeQuestion.test(text.replace(subordinate, '')) && !/^(?:why|what|how)\b/.test(text),
    afterConcern: aside.test(tail),
    readingPause:
      /\b(?:take your time|read (?:the|that|it|those|all|over|through)|look (?:at|over|through) the (?:list|names|screen|sheet|binder|page|exhibit)|list of names|binder|turn to (?:tab|page)|tab \d|think about it for a (?:minute|moment)|take a (?:minute|moment|look))\b/.test(
        folded,
      ),
    text,
  }
}

function topicOf(text: string): QuestionTopic | null {
  const found = (patterns: readonly RegExp[]) => findAny(patterns, text) !== null
  if (!text) return null
  const asksAbility = found(undertaking)
  // "Is there anything that would keep you from being fair?" holds the words of an undertaking and asks for an impairment.
  if (found(impairment) && (asksAbility || !found(hardship))) {
    if (
      asksAbility ||
      /\b(?:juror|jury|case|fair|verdict|law|evidence|decision|judg)/.test(text) ||
      !found(availability)
    )
      return asksAbility || !found(open) ? 'impairment' : 'open'
  }
  if (
    found(lean) &&
    !(asksAbility && asksToUndertake.test(text) && (/\baside\b|\bone side\b/.test(text) || !asksToLean.test(text)))
  )
    return 'lean'
  if (asksAbility) return 'undertaking'
  if (found(attitude) && !found(hardship)) return 'opinion'
  if (found(documented)) return 'documented'
  if (found(replaceable)) return 'replaceable'
  if (found(schedule)) return 'schedule'
  if (found(hardship)) return 'hardship'
  if (found(availability)) return 'availability'
  if (found(paid) && !/\bwhat (?:do|does|did)\b/.test(text)) return 'paid'
  if (
    disclosures.some(([, patterns]) => found(patterns)) &&
    /\b(?:have|has|had|do|does|did|are|is|was|were|any(?:one|body)?|ever|know)\b/.test(text)
  )
    return 'disclosure'
  if (found(housekeeping)) return 'housekeeping'
  if (nod.test(text)) return 'nod'
  if (found(open)) return 'open'
  if (found(background)) return 'background'
  if (factual.test(text)) return 'fact'
  return null
}
