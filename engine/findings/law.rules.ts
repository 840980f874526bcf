/** Prejudgments about proof, silence, punishment, damages and the law, and what stands in the way of following it. */
import { rulesFor, type Rule } from './rule.ts'

export const lawRules: readonly Rule[] = [
  ...rulesFor('presumption_burden', {
    burden: [
      "(?:did|done|guilty of|involved in) (?:something|it|somethin'|one) .. (?:here|sitting|arrest|charged|brought|court)?|must have done|probably (?:did|guilty)|most likely (?:did|guilty)",
      "(?:arrest(?:ed|in'|ing)?|charged|indicted|accused|brought|here|sitting there|this far|grand jury|indictment|charges?) .. (?:something|reason|nothin'?|nothing|guilty|true|agreed|tells me|must|truth|random|likely|innocent person|smoke|did it|checked)",
      "(?:has|have|had|got|should have|would have|need|want|wanted|expect|need|wait for) .. (?:him|her|he|she|defendant|defense|they|lawyer|them|both sides)? .. (?:to )?(?:prove|show|convince) .. (?:me|us|innocent|not guilty|he|she|didn't|wasn't|otherwise|case)",
      "(?:prove|show|convince|shows) .. (?:he's|he is|she's|himself|me he|us he|he wasn't|he didn't|innocent|not guilty|otherwise)",
      '(?:hundred|100|one hundred) percent .. (?:certain|sure|proof|doubt|convict|positive)?|(?:need|want|require|expect|has to be|have to be|must be|unless|until) .. no doubt|(?:absolutely|completely|totally) certain|nothing left over|(?:need|want) more (?:proof|than that)|shadow of a doubt|video or dna|beyond all doubt',
      "(?:fifty[- ]one|51) percent|too low .. bar|preponderance .. (?:not|isn't|doesn't|enough|low)|more than .. (?:preponderance|fifty)",
      "{dont} .. (?:presume|start from zero|agree with innocent|give .. presumption|start .. innocent|think he's innocent|find .. not guilty)|guilty until|where there's smoke|innocent person|wouldn't need a lawyer|not an innocent",
      "{i} .. (?:think|figure|assume|believe|feel|say|guess) .. (?:he's|he is|she's|she is|they're|him|he) (?:probably |already |likely |most likely )?(?:guilty|involved|did it|responsible)",
      '(?:in my mind|already|probably|likely) .. guilty|guilty (?:probably|already|of all|of one)|burden should|put on (?:evidence|a case|witnesses)',
    ],
  }),
  ...rulesFor('right_to_silence', {
    silence: [
      '(?:want|need|like|expect|have|wait|owes|hear|should) .. (?:hear|to hear|from|explain|testify|side|explanation|tell) .. (?:him|her|his|side|mouth|himself|herself|story|sides|them|defendant|us)?.{0,3}',
      "(?:(?:doesn't|don't|didn't|not|won't|never|if .. just) .. (?:testify|testifying|take the stand|get up|got up|speak|talk|say (?:anything|nothing|a word)|tell|called?|call any)|stays? (?:quiet|silent)|staying quiet|sits? there|sat there|silence|silent|the fifth|no witnesses) .. (?:guilty|wonder|hiding|hide|against|suspicious|question|bad|says?|something|bother|why|think|count|mark|cover|nothing|sign|strange|tell|hold)",
      '(?:innocent|not guilty) (?:person|people|man|woman|folks?) .. (?:talk|speak|say|testify|get up|want|would)|(?:hiding|hide|cover) .. something|something .. (?:hide|hiding|to cover)',
      "(?:if|when) (?:it was me|somebody accused me|i was accused|i didn't do) .. (?:say|stand|speak|testify|clear|tell|up)?|clear (?:my|his|her) name|why (?:wouldn't|isn't|doesn't|won't|would) (?:you|he|she|they|somebody|someone) .. (?:defend|testify|tell|stay|speak|talk)|speak up for|(?:should|ought to|oughta) .. testify",
    ].map((source) => source.replace('.{0,3}', '')),
  }),
  ...rulesFor('right_to_silence', {
    'holds-against!': [
      '(?:hold|holding|count|use) .. against (?:him|her|them|the defendant)',
      '(?:want|need|have|like|expect) .. (?:hear from|hear) (?:him|her|the defendant|his side|her side)',
    ],
  }),
  ...rulesFor('pretrial_opinion', {
    'formed!': [
      '(?:already|have|got|formed|form|came to|pretty strong|had|made) .. (?:opinions?|conclusion|decided|made up my mind|verdict|idea) .. (?:about|on|case|guilty|from|news|what|him|her)?',
    ],
    opinion: [
      "(?:news|paper|papers|read|tv|heard|saw|seen|media|internet|online|video|podcast|documentary|articles?|followed|following|channel|feed|reported|show|facebook) .. (?:guilty|did it|responsible|convinced|opinion|made up|clear|stay with|can't|don't believe|should go|decided|forget|conclusion|biased|already|open and shut|believe him|the one)",
      "(?:from|based on|after) .. (?:read|heard|saw|seen|news|tv|watch(?:ed|ing)|came out|reported|following|documentary) .. (?:no|not|guilty|think|believe|hard|can't|did)?",
      "(?:everybody|everyone|whole town|all over town) .. (?:knows?|thinks?|says?|said|talk(?:s|ed|ing)?) .. (?:he|she|it|what|guilty|did|happened|same)?|un-know|can't forget|couldn't forget|know too much|open and shut|blank page|(?:posted|commented|wrote|signed|argued) .. (?:about|article|petition|on|with)",
      "(?:take|lot of) .. (?:lot|evidence) .. (?:change my mind|move it|convince)|already (?:decided|convinced)|i know what happened|(?:he|she|they) did it|(?:think|convinced|believe) .. (?:he's|she's|he is|she is|they're) (?:guilty|responsible)|done made up",
    ],
  }),
  ...rulesFor('punishment_attitude', {
    punishment: [
      "(?:death penalty|capital punishment|execut(?:e|ed|ion)|life without parole|life in prison|probation|maximum|minimum|parole|prison|jail|sentences?|low end|high end|full range|the top|punishment) .. (?:always|never|only|automatically|couldn't|wouldn't|can't|too|not|isn't|nothing|slap|easy|against|for it|believe|help|barbaric|waste|period|should|deserves?|harsh|first|under)",
      "(?:always|never|only|automatically|couldn't|wouldn't|can't|cannot|don't|against|not|tough time|hard time|oppose|opposed|nothing|trouble|problem|favor|straight) .. (?:consider|vote|give|go|think|believe|sentenc(?:e|ing)|impose|send|to|in|with|for|past|under|anything)? .. (?:death|death penalty|capital punishment|probation|maximum|minimum|prison|jail|life|parole|low end|high end|full range|years?|top|most)",
      '(?:eye for an eye|life for a life|throw away the key|lock .. up|rot in|slap on the wrist|deserves? to die|oughta give yours|must die|full price|never get out|ever get out|too good for|prison only|{number} years .. (?:nothing|problem|barbaric)|anything under|no number of years)',
    ],
  }),
  ...rulesFor('damages_attitude', {
    damages: [
      "(?:pain and suffering|punitive|punitives|mental anguish|emotional distress|suffering|grief|damages|award(?:s|ing)?|verdicts|millions?|amount|caps?|number) .. (?:don't|not|never|too|can't|couldn't|ridiculous|outrageous|rich|nothing|limit|big|zeros|part of life|no|crazy|problem|out of)",
      "(?:don't|not|never|couldn't|wouldn't|can't|no|hard time|trouble|problem|nobody's|only|limit|ceiling|cap|beyond|over|half) .. (?:pain and suffering|punitive|anguish|distress|suffering|millions?|hundred thousand|that (?:much|kind of) money|damages|awards?|awarding|price on|dollar sign|money for|seven figures|actual bills|bills|the bills|lost wages)",
      "money .. (?:bring .. back|fix|fixes|help|change|heal)|(?:ceiling|limit|number|cap) .. (?:in my (?:head|mind)|tops)|send (?:them|'em) a message|make (?:them|it|'em) (?:pay|hurt)|sock it|learn a lesson|(?:afford|give them whatever)|get rich off|only understand dollars|high number|lot of zeros|bigger the better|(?:too|so) much money|worth (?:that|a) .. (?:money|million)|million .. tops|ask for too much|whatever they (?:want|asked)",
    ],
  }),
  ...rulesFor('litigation_attitude', {
    lawsuits: [
      "(?:lawsuits?|suing|sues?|sued|suits?|litigation|claims?|malpractice) .. (?:too (?:many|much|quick)|frivolous|greedy|wrong|against|don't believe|not right|never|ridiculous|crazy|happy|lottery|scams?|drive|insurance|bogus|quick buck|anybody|nonsense|ruin)",
      "(?:too (?:many|much|quick)|frivolous|don't believe in|against|never|negative|people|everybody|folks|everyone|sue-happy|bogus|would never|wouldn't|no need for|not|hate|most) .. (?:lawsuits?|suing|sue|sues|suit|litigation|go(?:es|ing)? to court|lawyer commercials|court over)",
      '(?:payday|quick buck|free money|get rich quick|jackpot|lottery|ambulance chasers?|tort reform|litigious|sue[- ]happy|billboards?|coffee lady|personal responsibility|take responsibility|responsible for (?:themselves|their own)|blames? (?:someone|somebody|everyone)|accidents? happens?|just an accident|spilt milk|slip on|clogged|premiums|only here for the money|you deal with it|against my principles|raised eyebrow|doctors (?:are )?(?:leaving|afraid))',
    ],
  }),
  ...rulesFor('cannot_follow_law', {
    law: [
      '{cannot} .. (?:follow|accept|apply|ignore|disregard|obey|separate|forget|unhear|put .. out|keep .. out|compartmentalize|pretend|promise to follow) .. (?:{law}|it|that|what|once|mind|two|charges|definition|instruct(?:ion|ions)|translation)?',
      "(?:wouldn't|won't|not going to|not gonna|don't|hard|problem|trouble|difficult|tough|not likely|refuse|depends) .. (?:follow|following|enforce|enforcing|apply|applying|ignore|disregard|disregarding|obey|accept) .. (?:{law}|it|that|what|them)",
      "(?:law|instruction|rule|statute) .. (?:disagree|don't agree|wrong|stupid|makes? sense to me|my own way|let him off|unfair)|(?:disagree|don't agree|disagreed|stupid|wrong) .. (?:law|instruction|rule|statute)",
      '(?:look .. up|looking .. up|google|googling|research|look things up|internet .. find) .. (?:it|things|online|phone|case|myself|anyway)?|nullification|unring|(?:talk|discuss|tell) .. (?:my )?(?:husband|wife|spouse|family) .. (?:about|everything|it|anyway|over)?|own (?:research|understanding|way)|gut (?:instead|feeling|over)|what i (?:think|feel) is (?:right|fair|justice|fair)',
      '(?:interpreter|translator|translation|interpretation|original language|spanish|mandarin|language|what i heard|understood) .. (?:rely|go by|go with|listen|trust|not|over|instead|what (?:i|the person) (?:heard|really|understood)|attribute|leaves|my own|ignore|over)|(?:go by|go with|rely on|trust|listen to) .. (?:what i (?:heard|understood|know)|my own|original|my understanding|instead)',
    ],
  }),
  ...rulesFor('religious_conscience', {
    conscience: [
      "(?:god|lord|bible|scripture|good book|faith|religion|religious|church|conscience|moral|morals|morally|beliefs?|christian|forgive|forgiveness|soul|commandments?) .. (?:judge|judges?|not|can't|couldn't|wouldn't|don't|first|before|against|forbid|forbidden|only|allow|says|teaches|won't|let me|condemn|above|over|guilty|law|go with|objections?|kill|heart|take)",
      "(?:against|only|couldn't|can't|don't believe|not .. (?:allowed|right|permitted|place)|follow|pray|put on my heart|go with|go by|objections?) .. (?:my (?:religion|faith|beliefs?|conscience|church|morals)|god|scripture|man .. judge|judg(?:e|ing) (?:man|other|another|anyone|people|others|the other)|condemn|oaths?|pray|the lord)",
      "(?:sit|sitting) in judg(?:e)?ment|(?:not|isn't) (?:our|my) place .. (?:judge|condemn)|judge not|man .. judge man|swear .. oaths?|take an oath|thou shalt|live with myself|sleep at night|on my conscience|lie awake|haunt(?:ed)?|(?:vote|sign|name|send|part in) .. (?:somebody'?s?|someone|person|anyone) .. (?:death|executed|prison|die|locking)|taking a life|guilty the rest of my life|jehovah|in (?:good )?conscience|my conscience",
    ],
  }),
]
