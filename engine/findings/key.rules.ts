/** Disclosures and undertakings that are neither hardship nor bias. */
import { rulesFor, type Rule } from './rule.ts'

export const keyRules: readonly Rule[] = [
  ...rulesFor('unequivocal_fairness', {
    undertakes: [
      '{i} (?:(?:can|could|would|will|do|am able to|am going to) )?(?:definitely |certainly |absolutely |always |just |still |only |try to )?(?:be|remain|stay|keep|listen|follow|judge|decide|treat|weigh|give|consider|base|apply|go by|look at|wait|want|vote|accept|presume|award|find|hold) .. (?:{fair}|evidence|facts|both|law|same|equally|instructions?|open mind|either|end|prove|state|proof|everything|not guilty|whatever|proven|anyone else|like any(?:one|body|other)?)',
      "{i} (?:believe in|agree with|accept) .. (?:innocent|burden|presum(?:ed|ption)|right|constitution)|(?:his|her|their) right (?:not )?|(?:doesn't|don't) have to (?:say|testify|prove)|innocent until|(?:if|unless) .. (?:can't|don't|didn't|doesn't) prove .. (?:walks|win|not guilty)?|burden (?:is|'s) on the (?:state|government|plaintiff|prosecution)|their job to prove",
      "(?:wouldn't|would not|not|don't|doesn't) (?:hold (?:it|that) against|lean|have (?:any |a )?(?:bias|prejudice|opinion|anything against|preference)|decide anything|matter to me|believe anybody just|automatically)",
      "(?:no|any|not) (?:problem|trouble|difficulty|issue|reason) .. (?:following|being|doing|couldn't be|with (?:that|the law))|(?:same as|like) any(?:body|one|other)? (?:else|witness)|(?:both|everybody|each) .. (?:equal|even|same)|whatever's proven|big or small|haven't heard (?:anything|any evidence)",
      '(?:love|happy|glad|willing|honou?red|like|proud) to (?:serve|be on|be here|do (?:it|this|my))|civic duty|(?:my|a) duty',
    ],
  }),
  ...rulesFor('rehabilitation', {
    'sets-aside': [
      '{i} (?:(?:can|could|would|will|be able to|would be able to) )?(?:definitely |still |certainly |absolutely )?(?:put|set|leave|keep|block|separate|get past|overcome|push) .. (?:aside|away|out|separate|outside|door|side|it|past)',
      "(?:wouldn't|would not|won't|will not|doesn't|not) (?:really )?(?:affect|influence|change|stop|matter|get in the way|play|keep me|bother|make a difference|let .. get in)",
      '(?:different (?:case|thing|person|doctor|situation|matter)|nothing to do with (?:this|these|him|her|them)|that was (?:then|another|his|her)|not this (?:one|case)|start from scratch|clean slate|regardless|put that behind|i can do that)',
    ],
  }),
  ...rulesFor('rehabilitation_equivocal', {
    hedges: [
      '{i} (?:(?:would|will|can|could|might|could only|have to|going to) )?(?:certainly |really |definitely )?(?:try|attempt|do my best|make an effort|give it a (?:try|shot)|hope|like to (?:think|believe|say)|want to (?:think|be|say|believe))',
      "(?:can't|couldn't|cannot) (?:promise|guarantee|say for (?:sure|certain)|tell you a hundred)|back of my (?:mind|head)|(?:ninety|eighty|seventy|[0-9]+) percent|more yes than no|for the most part|more or less|hope(?:fully)? (?:so|not|i)|(?:i )?(?:think|guess|suppose|believe|reckon) (?:so|i (?:can|could|would))|it shouldn't|pretty sure|not (?:really|entirely) .. think|most likely|probably|kind of|maybe",
    ],
  }),
  ...rulesFor('prior_jury', {
    'served!': [
      '(?:served|serve|sat|seated|been|was|were|did|picked|selected|chosen|called) .. (?:jury|juries|jurors?|grand jury|alternate|foreman|foreperson|trial|panel|civil|criminal)',
      "(?:foreman|foreperson|alternate|grand jury|hung(?: jury)?|deadlocked|mistrial|deliberated?|deliberations?|we hung|jury duty .. (?:case|picked|trial|years?|served)|(?:reached|came to|reach|had) a verdict|couldn't reach|found (?:him|her|them) (?:not )?guilty|settled (?:before|while|after)|pleaded out|{number} (?:juries|trials))",
      "(?:one civil|one criminal|i've served|served (?:before|once|twice)|{number} (?:years|months) .. (?:federal|grand|jury))",
    ],
  }),
  ...rulesFor('crime_victim', {
    'victim!': [
      "(?:{i}|my|our|we|we've|somebody|someone|they|a (?:guy|man|drunk)|{kin}|{friend}|house|car|apartment|store|business|two men|people|thieves) .. (?:robbed|mugged|assaulted|burglari[sz]ed|broken into|broke into|raped|molested|shot|stabbed|murdered|killed|attacked|stolen|stole|carjacked|car-jacked|scammed|victim|held up|jumped|snatched|vandalized|hurt by|hit by|rear-ended|plowed|cleaned us out|identity|pulled a (?:knife|gun)|beat(?:en)?|kidnapped|harassed|stalked|forced his way|push(?:ed)? me|injured|fell|got into|abused|take my)",
      '(?:victim of|identity theft|home invasion|break-in|burglary|mugging|domestic violence|abusive (?:marriage|relationship|husband|ex)|at (?:gun|knife) ?point|hit[- ]and[- ]run|drunk driver|using my social|credit cards .. (?:name|social|opened))',
    ],
  }),
  ...rulesFor('legal_history', {
    'record!': [
      "(?:was|were|been|got|have|had|has|i|we|he|she|did|named|my {kin}|my {friend}|company) .. (?:sued|arrested|convicted|charged|lawsuits?|bankruptcy|testified|deposition|deposed|probation|parole|dui|dwi|evicted|audited|small claims|restraining order|misdemeanor|felony|in (?:prison|jail)|county jail|class action|settled|custody (?:case|battle)|run-in|comp claim|workers'? comp(?:ensation)?|disability claim|plaintiff|unemployment hearing|investigated|locked up|possession|shoplifting|witness (?:in|to|for|one)|speeding ticket|accused of|months|time for|facing charges|arrest|indicted|served {number} years|federal prison|a claim|named in a suit)",
      '(?:small claims|filed (?:for )?(?:bankruptcy|a claim|suit|an? )|(?:i|we) (?:sued|filed|testified|settled)|gave (?:a )?(?:statement|deposition)|dispute with|trouble with the law|restraining order|divorce .. (?:court|lawyers|nasty)|for my divorce|slip and fall)',
    ],
  }),
  ...rulesFor('disclosure_relationship', {
    'knows!': [
      '(?:my|our|his|her) (?:{kin}|{friend}|best friend|late .. ) .. (?:{police}|{lawyer}|prosecutor|court|law firm|da|district attorney|state police|highway patrol|hospital|insurance|carriers?|academy|judge|attorney general|corrections?|correctional|probation officer|fire department|agency|nurse|witness list|bailiff)',
      '{i} .. (?:know|knew|recogni[sz]ed?|met|went to (?:school|high school|college|law school)|worked with|used to work|work with|work for|worked for|deal with|grew up|growed up|do business|bank|friends with|dealt with|bought|own stock|familiar|seen him|dated) .. (?:him|her|them|defendant|plaintiff|attorneys?|lawyers?|judge|counsel|prosecutor|officer|witness(?:es)?|company|firm|names?|partner|there|brother|sister|people|school|somebody|employees|parent|doctor|office)',
      "(?:he|she|that (?:gentleman|lady|man|lawyer|attorney)|the doctor|one of (?:the|your|those) (?:witnesses|lawyers|attorneys|names)|they) .. (?:my (?:neighbor|dentist|doctor|landlord|cousin|boss|coach|teacher|lawyer|accountant|friend|pastor|kid's)|did my|used to be|married me|treated|coached|represented|goes to my|parent at|lives)",
      "(?:friends? (?:who|that) (?:is|are|works?)|friend of mine|related to|in common|know of (?:him|her|them)|retired (?:police|cop|officer|detective)|police academy|(?:works?|worked|working|interns?) (?:for|at|in|with) .. (?:{police}|{lawyer}|court|hospital|insurance|law firm|firm|clerk's|office|agency|justice|carriers?)|magistrate|sounds familiar)",
    ],
  }),
  ...rulesFor('case_knowledge', {
    'heard!': [
      "(?:{i}|i've|my {kin}|my {friend}|we) .. (?:heard|read|saw|seen|followed|follow|remember|watched|googled|looked .. up|listened|skimmed|recogni[sz]ed?|aware|familiar) .. (?:about|it|this|case|news|paper|online|tv|article|headline|post|story|radio|facebook|defendant|happened|on|internet|youtube|podcast|television|something|name|him|video)",
      '(?:saw|heard|read|seen|learned|familiar|know|remember) .. (?:news|paper|newspaper|channel|tv|television|radio|facebook|online|internet|headline|article|podcast|youtube|story|thread|intersection|corner|place|street|location|bar|building)',
      '(?:on (?:the )?(?:news|radio|tv|facebook|channel|internet|social media)|in the (?:news|papers?|hall|elevator)|talking about (?:it|this)|told me about (?:it|this)|(?:drive|live|walk|work|been) (?:by|through|near|past|to) .. (?:corner|intersection|there|it|every|all the time|bar)|know (?:that|the|this) (?:intersection|corner|area|place|street)|near there|when it happened)',
    ],
  }),
  ...rulesFor('expertise', {
    training: [
      "{i} .. (?:am|'m|was|been|worked|work|spent|have|did|do|took|studied|trained|majored|design|taught|trade|test|investigated|read) .. (?:nurse|doctor|surgeon|physician|radiologist|pharmacist|pharmacy|emt|medic|paramedic|therapist|engineer|engineering|accountant|cpa|bookkeeping|lawyer|paralegal|law school|criminal (?:law|justice)|forensic|toxicologist|psychology|chemist|mechanic|contractor|realtor|cybersecurity|gunsmith|armorer|mp|compliance|medical|coder|reconstruction|claims|auditor|adjuster|x-rays|brakes|degree in|fluent|law courses|translat(?:e|or)|safety)",
      "(?:master's|degree|licensed|certified|background|training|experience|years) .. (?:in|of|as) .. (?:law|medicine|nursing|psychology|engineering|accounting|finance|forensics?|construction|school|clinical|counseling|criminal justice|insurance|compliance)",
    ],
  }),
]
