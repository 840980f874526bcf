/** What questions of a voir dire are made of, by what they ask for. Data only. */
import { pattern } from './grammar.ts'

export const undertaking = [
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

export const impairment = [
  '(?:prevent|keep|stop|hinder|impair|preclude) .. (?:you|your|from)',
  '(?:affect|influence|impact|interfere with|color|cloud|sway|get in the way|bear on|play (?:a|any) (?:role|part)|carry over|spill over|weigh on|enter into|creep into) .. (?:you|your|ability|judgment|decision|deliberations?|verdict|way|how|that|this|it)?',
  '(?:make|making) it .. (?:hard|harder|difficult|tough|impossible|uncomfortable)',
  '(?:any|have|have any|have a|be a|big|pose a|a) (?:difficulty|trouble|problems?|issues?|hesitation|reservations?|qualms?|concerns?|objections?|problem) .. (?:with|following|that|being|sitting|judging|doing|accepting|finding|awarding|about)',
  '(?:difficult|hard|tough|impossible|uncomfortable) for you',
  "(?:anything|any reason|something) .. (?:fair|impartial|prevent|affect|interfere|influence|can't|cannot|couldn't|might make|would make|could make|think you)",
  "reason .. (?:not be|couldn't be|cannot be|can't be|wouldn't be|should not) .. {fair}",
  'unable to .. (?:be|follow|judge|decide|set|put)',
  '(?:would|does|is|will|did|might|could|has) .. (?:make a difference|matter to you|count (?:for|against)|carry over|have any bearing|bearing on|stay (?:with you|in your mind|on your mind)|bother you|trouble you|concern you|on your mind|come into it|play (?:out|into)|change (?:how|the way))',
  'reminded? (?:you )?of|(?:moved?|move) on|(?:get|got|gotten) (?:past|over) (?:it|that)|make you (?:uncomfortable|uneasy|angry)',
  '(?:any|have|a) (?:difficulty|trouble|problems?) (?!hearing|sleeping|walking|sitting|getting|reading|seeing|standing|breathing|parking|speaking|concentrating|finding)[a-z]+ing',
].map(pattern)

/** Can you judge, weigh, acquit, rely, limit …: what a juror is asked to do, said without the word fair. */
export const ability = [
  "(?:(?:can|could|will) (?:you|each of you|all of you)|(?:would|are|will) you .. (?:able|willing|prepared) to|you (?:can|could|will)|you(?:'d| would) be able to) (?:still |nonetheless |nevertheless |honestly |truly |then |also )?(?:judge|evaluate|consider|weigh|decide|listen|follow|acquit|convict|vote|find (?:for|against|in|him|her|them|the)|rely|limit|disregard|ignore|start|begin|treat|separate|accept|hold|base|award|keep (?:that|it|those|the|them|his|your (?:feelings|views|opinions|knowledge))|give|look at|send|forget|go by|presume)",
  'comfortable (?:with (?:that|the)|judging|being|deciding|making|having|finding|voting|awarding)',
].map(pattern)

export const lean = [
  '(?:have|be|any|a|feel|got|harbor|hold) (?:a |any |some )?(?:bias|biased|prejudice|prejudiced|leaning|ill will|hard feelings|grudge|animosity|resentment)',
  '(?:lean|side|tilt|tip|tend|favor|inclined|gravitate|root|sympathi[sz]e) .. (?:toward|towards|to|with|one|for|against|more|either|believe|side|him|her|them)?',
  'hold (?:that|it|this|his|her|the fact|something) .. against',
  '(?:more|less|greater|extra|additional|automatic) (?:weight|credit|credibility|believable|credible|likely|truthful|inclined|trust|faith|benefit)',
  '(?:believe|trust|credit|doubt|distrust) .. (?:more|less|over|first|just because|simply because|automatically)',
  'automatically (?:believe|disbelieve|vote|assume|think|favor|side)',
  'benefit of the doubt',
  '(?:(?<!go )ahead|behind|head start|leg up|advantage|strike against|one step)',
  '(?:against|in favor of) (?:the |a |my |our |that )?{party}',
  '(?:positive|negative|bad|good|strong|any|those) (?:feelings?|opinions?|views?|impressions?) (?:about|toward|towards|against|of|on|regarding)',
  '(?:already|formed|form|have) .. (?:opinion|conclusion|made up your mind|decided|impression|judgment)',
  'do you (?:think|believe|feel) (?:he|she|they|the defendant|someone|people|a person|police|officers|doctors|there|that|it|lawsuits|corporations|companies)',
  '(?:must|has to|(?<!you )have to|should|ought to|need to|needs to) (?:prove|testify|explain|show|take the stand|be guilty|have done)',
  'sympathy|empathy|feel sorry|preconceptions?|preconceived|higher standard|lower standard|neutral',
  '(?:favorable|unfavorable|strong|particular) (?:view|opinion|impression|reaction|feeling)s?',
  '(?:distrust|mistrust|suspicious of|skeptical of) .. (?:testimony|witness(?:es)?|officers?|{police}|him|her|them|government|system|company|because)',
  'do you (?:think|feel|believe) .. (?:too|should|ought|deserves?|enough|strongly|that way)|you feel (?:strongly|that way)',
  'who (?:do|would|are|will) you .. (?:believe|go with|side with|favor|pulling for|rooting for|root for|with|for)',
].map(pattern)

/** How do you feel about it? Do you trust them? Asks for an attitude, so that an answer with any stand in it states one. */
export const attitude = [
  'how (?:do|did|would|does|will|might|about) .. (?:feel|feelings?|think|view|see|reckon|react|say about)',
  'what (?:do|did|would|does|will|about) .. (?:feel|feelings?|think|view|reckon|take on|say about|conclude|concluded|make of|tell you)',
  'what (?:goes|went|comes|came) .. mind|what is it about|where does your mind go|what then',
  '(?:what|how|anything|something) about .. (?:{police}|{lawyer}|{party}|people|lawsuits?|suing|experts?|witness(?:es)?|testimony|damages|money|guns|drugs|alcohol|courts?|system|names?|corporations?|companies|politics|person|parties|charges|case)',
  '(?:anything|something) about (?:the|these|those|that|this|him|her|them|his|wind|how)',
  '(?:feelings?|views?|thoughts|opinions?|attitudes?|reaction|beliefs?|gut|leanings?|trust|preference|impression) .. (?:on|about|of|toward|towards|regarding|to|in)?',
  'do you (?:trust|believe|agree|accept|support|presume|favor|have (?:a |an |any )?(?:problem|opinion|view|feeling|preference|issue))|who (?:starts|has the burden|do you (?:favor|believe))|(?:lawsuits|punitive damages|the death penalty|capital punishment|probation|domestic violence|drunk driving|guns)$',
].map(pattern)

export const hardship = [
  '(?:hardship|burden|inconvenience|undue)',
  '(?:distracted|distract|distraction) .. (?:by|you|from)?',
  '(?:problem|conflict|issue|difficulty|trouble|concern) .. (?:schedule|serving|service|sitting on this|length|dates|with being here|with the time|time frame|weeks|hours)',
  '(?:serving|service|being here|staying|sitting|jury duty|trial) .. (?:difficult|hard|impossible|worse|problem)',
  'any reason .. (?:serve|sit on this jury|be here|stay|available)',
  'vacations?|prepaid|travel plans|medical (?:issue|condition|reason|problem)s?',
].map(pattern)

export const availability = [
  '(?:can|could|able to|will|would) (?:everyone |everybody |all of you |you )?(?:be able to )?(?:serve|sit during|sit for|be here|stay|sit through|attend|make it|commit|be available)',
  'available (?:for|to|through|on|during)',
].map(pattern)

export const paid = [
  '(?:paid|pay|salary|compensated|wages|paycheck|income)',
  '(?:employer|company|job|boss|union) .. (?:cover|compensate|continue)',
].map(pattern)
export const replaceable = [
  '(?:anyone|anybody|someone|somebody|who|another|other people|person|others|a colleague|one) .. (?:cover|fill in|replace|take over|step in|do it|do your|perform your|handle|stead|watch|help|take care|substitute)',
  '(?:is there|do you have|have you|are there|was there) .. else',
  "(?:hit by a|run over|got sick|were sick|were ill|get sick|were out|take a vacation|on vacation|couldn't (?:come|be there)|could not be there|completely unavailable)",
  '(?:only one|only person) (?:who|that)',
].map(pattern)
export const schedule = [
  '(?:reschedul(?:e|ed)|postpone|postponed|move (?:it|that|them|the)|moved|change (?:it|that|your|the)|push (?:it|that) back|later date|another (?:day|time|date))',
  "(?:finish|end|ends|done|out|break|stop|let you (?:go|out)) .. (?:at|by|early|time for) .. (?:work|enough|solve|help|okay|o'clock|[0-9])",
  '(?:in the|after|before|evenings?|mornings?|afternoons?|weekends?) .. (?:appointment|appointments|work|class|make it|do it|that)',
  'if we (?:took|take|broke|finished|ended|excused you|accommodated|give you|gave you)',
].map(pattern)
export const documented = [
  "(?:letter|note|documentation|documents?|proof|receipts?|paperwork|e-?mail|itinerary|confirmation|something in writing|doctor's note|plane tickets?|tickets?) ..? ?(?:from|with|of|to|that|for|or|you|purchased|show)?",
  'already (?:purchased|booked|bought|paid)',
].map(pattern)

export const disclosures: readonly (readonly [string, readonly RegExp[]])[] = [
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

export const background = [
  '(?:what (?:do|did|does|is|was|are|kind|type|sort)|where (?:do|did|does|is|are)|how (?:long|far|many|old|do you spend|would you describe)|which|when (?:did|do|is|was)|who (?:do|does|is|lives)) .. (?:you|your|that|they|he|she|it|person|members?|household|live|work|job|school|children|living|degree|studied|spouse|reading|time|ages?|occupation|hobbies|neighborhood|county|before|mean|company|employer)',
  '(?:your|current|previous|prior|last) (?:job|occupation|employment|employer|education|household|spouse|degree|spare time|hobbies|neighborhood|county|work|title|position)',
  '(?:clubs|organizations|hobbies|spare time|free time|bumper stickers?|television|tv shows?|podcasts?|magazines?|newspapers?|county of residence|neighborhood|retired|married|children|grown|roommates?|siblings|social media)',
  'like any (?:type|kind)|and before that|before that|highest (?:level|grade)|do you (?:read|watch|listen|own|rent|live|work|have any (?:children|kids))|are you (?:married|retired|employed|working)',
].map(pattern)

/** Opens a question for a fact; "what do you think" and "how do you feel" were taken before. */
export const factual =
  /^(?:(?:and|so|okay|well|now|sir|ma'am|all right|but|then|i see|yes|in|at|for|on|of|from|to|since|until|by) ?[,.]? ?)*(?:where|when|which|whose|how (?:old|many|long|far|much|often|big|do you spell)|what (?:kind|type|sort|subject|time|year|day|month|field|languages?|hours|court|county|company|city|state|part|age|grade|school|instrument|camp|was the|is the (?:name|nature)|is (?:his|her|their|your)|does|did (?:he|she|they|that|you (?:do|study|play|teach|sell))|are (?:their|his|her))|who (?:is|was|lives|does|watches|did)|(?:is|was|are|were|does|did) (?:he|she|they|that (?:in|a|the|your)|this (?:in|a|the)))\b/

export const housekeeping = [
  '(?:your|what|juror|seat) (?:is |was )?(?:your )?(?:juror )?(?:number|name|seat)',
  '(?:good (?:morning|afternoon|evening)|how are you|hello|thank you|step (?:back|up|down|forward)|have a seat|come (?:forward|up)|spell)',
  'what number|number (?:please|again)|your number|the microphone|speak up|state your name|number are you',
].map(pattern)

export const open = [
  "(?:what is|what's|what was|what are) (?:the|your|that) (?:problem|issue|concern|matter|hardship|reason|trouble|conflict)s?",
  '(?:and )?(?:the|your) (?:problem|issue|concern|conflict|hardship|difficulty) (?:please|is)|want(?:ed)? to (?:tell|say|speak|talk|add|discuss|raise|share|bring)',
  '(?:go ahead|tell (?:me|us)|explain|what did you want|what would you like|come to tell|wanted to (?:tell|say|speak|talk)|why(?: not| is that| so)?|what about (?:it|that)|in what way|how so|what makes you|say more|elaborate|anything else|who else|anyone else|anybody else|what do you mean|want to add)',
].map(pattern)
