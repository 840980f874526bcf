/** What makes service hard: care, health, journeys, events, studies, the way to court, language, observance. */
import { rulesFor, type Rule } from './rule.ts'

export const lifeRules: readonly Rule[] = [
  ...rulesFor('caregiving', {
    care: [
      "(?:tak(?:e|es|ing)|takin'?) care .. (?:{kin}|her|him|them)",
      '(?:caregiver|caretaker|care ?giving|primary care|sole care|care for|caring for|cares for|look after|looking after|babysit(?:ting)?|watch|watching|keep|nurse|bathe|feed|home ?school) .. (?:{kin}|her|him|them)',
      "(?:no one|nobody|no-one|not anyone|don't have (?:anyone|anybody|nobody)|ain't nobody|no backup|can't find) .. (?:watch|pick|care|look after|stay|take|help|drive|feed|leave|keep|home|aide|kids|baby|children|them|him|her|bus)",
      '(?:child ?care|day ?care|baby ?sitter|sitter|nanny|home health aide|home aide|school bus|summer camp)',
      '(?:single|stay-at-home|foster) (?:mom|mother|dad|father|parent)s?|(?:breast ?feed(?:ing)?|breast-feeding|nursing (?:my|a|an|the)|still nurse|pump(?:ing)?)|(?:share|joint|shared) custody|guardian',
      '(?:pick|drop|carry|get|getting|take|taking|drive|driving|picking|dropping) .. (?:{kin}|{child}|her|him|them|up|off) .. (?:school|bus|day ?care|camp|off|dialysis|therap(?:y|ies)|appointments?|practice)',
      "(?:{elder}|{child}|he|she) .. (?:can't be (?:left )?(?:alone|by)|wanders?|gets lost|lives with me|needs (?:me|his|her|somebody|someone|help)|only goes with|depends on me|doesn't go to anybody|doesn't do well|can't get|autistic|down syndrome|alzheimer's|dementia|special needs|parkinson's|wheelchair|disabled)",
      "(?:i'm|i am|it's|it is|its) (?:just|only|all|the only one|it) .. (?:{child}|{kin}|he has|she has|they have|got|home with)",
      "{i} (?:have|got|'ve got|had) .. (?:{number}|small|little|young|newborn|infant|five-month-old) .. (?:{child}|under|home|primary)",
      'somebody .. (?:home|stay|be there|be with|there) .. (?:her|him|them|the house|my)|get her up|lifting (?:him|her)|(?:school|camp) (?:lets out|ends|is out|starts)',
    ],
  }),
  ...rulesFor('medical_self', {
    condition: [
      "{i} .. (?:have|had|got|'ve got|suffer|suffering|diagnosed|take|takes|on|having|scheduled for|recovering|start|starting|going through|going to|dealing with|been|undergoing|use|do|am|'m|passing|waiting) .. {sick}",
      "(?:my|the) (?:back|knees?|hip|neck|legs?|eyes?|ears?|hearing|heart|blood pressure|sugar|medication|medicine|medicines|pills?|meds|doctor|surgery|operation|condition|anxiety|bladder|nerves|health|shoulder|therapist|pain|body|kidneys?|memory|vision|eyesight|diabetes|migraines?|surgeon|feet|foot|hands?) .. (?:bad|not|isn't|won't|can't|hurts?|kills?|swells?|locks?|out|makes?|knocks?|scheduled|is|are|has|have|wants|said|gets?|just|doing|twice|week)?",
      "(?:can't|cannot|couldn't|could not|hard (?:for me )?to|difficult (?:for me )?to|unable to|not able to|trouble|hard time|challenge .. to) (?:hear|hearing|sit|sitting|stand|standing|see|seeing|concentrate|concentrating|focus|focusing|stay awake|staying awake|breathe|breathing|walk|walking|climb|sleep|remember)",
      "(?:panic(?: attacks?)?|seizures?|migraines?|anxiety|vertigo|dizzy|drowsy|nauseous|foggy|brain fog|pregnant|months along|weeks along|hearing aids?|the shakes|claustrophobic|sleep apnea|fall(?:ing)? asleep|nodding off|bathroom|restroom|physical therapy|chronic|deaf|blind|due date|doctor's appointments?|follow-up appointments?|immunocompromised)",
      "{i} (?:get|am|'m|feel) (?:very |so |really |just |too |real )?(?:nervous|anxious|dizzy|sick|weak|shaky|overwhelmed|paranoid|nauseous|confused|faint|stressed)",
    ],
  }),
  ...rulesFor('medical_family', {
    illness: [
      '(?:my|our) .. {kin} .. (?:{sick}|dying|die|died|passed|sick|ill|in the (?:hospital|icu|nicu)|on life support|not expected|radiation|starts|due|had|surgery|operation|ventilator|crash|accident|intensive care|test results|miscarriage|killed|moved to hospice|leukemia|pacemaker|bypass|tonsils|having|hospital)',
      "(?:my|our) {kin} .. (?:was|is|has|just|got|been|are|had|having|goes|starts|starting|'s) .. (?:{sick}|dying|passed away|sick|ill|life support|leukemia|pacemaker|procedure|critical|wreck|coma|test results|miscarriage|broke|deliver|labor)",
      '(?:hospice|icu|nicu|intensive care|ventilator|life support|bedside|deathbed|power of attorney|c-section|high risk)',
      '(?:we )?(?:just )?(?:lost|buried|burying|found out) .. (?:my|our|the) .. (?:{kin}|cancer|tumor)',
      '(?:worried|worry|worrying|thinking|concentrate|distracted) .. (?:about|because of) .. (?:my |our |her|him)(?:{kin})?',
      '(?:my|our) {kin} .. (?:hurt|sick|dying|suicide|take .. (?:own )?life|cancer|stroke|heart|surgery)',
    ],
  }),
  ...rulesFor('travel_prepaid', {
    journey: [
      '(?:vacations?|cruise|trips?|flights?|honeymoon|(?:plane|airline|air) (?:tickets?|fare)|tickets|travel plans|reservations?|nonrefundable|non-refundable|prepaid|pre-paid|airfare|retreat|trade show|tournament|reunion|deposits?|airbnb|cabin|beach house|holiday)',
      '{i} .. (?:fly|flying|leaving|leave|traveling|travelling|going away|be away|out of (?:town|state|the (?:country|state))|head(?:ing)? to|supposed to (?:fly|be in)|scheduled to fly|driving to|booked)',
      "(?:we|i|'re|'m|are|am) (?:going|flying|headed|heading|supposed to go|taking .. ) (?:to|on|home) .. (?:{when}|trip|vacation|with|for|the|my|our|country)",
      "(?:all|already|been) (?:paid|booked|planned|purchased|reserved)|paid (?:for|in full)|booked (?:up|for|it|the)|(?:can't|won't|not) .. (?:get .. money back|refund)|flying in from",
    ],
  }),
  ...rulesFor('personal_event', {
    event: [
      '(?:wedding|funeral|memorial|burial|graduation|graduat(?:es|ing)|baptism|christening|communion|(?:bat|bar) mitzvah|quincea[nñ]era|anniversary|bridesmaid|groomsman|best man|maid of honor|prom|baby shower|bridal|walk .. down the aisle|send-off|citizenship ceremony|diploma|wake)',
      '(?:getting|get|be|is|are|to be|cousin|sister|brother) (?:married|engaged|marry)|propos(?:e|ing) to',
      '(?:{i}|we) .. (?:moving|relocating|move|closing on|close on|bury|burying|buryin|adopting|hosting) .. (?:{when}|out|to|house|home|apartment|on|county|state|my|our)',
      '(?:movers|lease is up|move-in|moving (?:day|date|truck)|service is (?:on|friday|monday|tuesday|wednesday|thursday|saturday)|ships? out|shipping out|deploy(?:ed|ment|ing)|coming home from|adoption)',
    ],
  }),
  ...rulesFor('education', {
    studies: [
      '(?:finals|final exams?|midterms?|exams?|examinations?|semester|thesis|dissertation|clinicals|internship|externship|board(?:s| exams?| certification)?|bar exam|the bar in|nursing (?:school|program)|(?:grad(?:uate)?|law|medical|cosmetology|summer|night|trade|dental|high) school|summer (?:class(?:es)?|term|session)|certification|scholarship|orientation|academy|apprenticeship|student teaching|mcat|lsat|cpa|ged|qualifying exam|coursework|credits|labs?)',
      '{i} .. (?:student|in school|in college|taking (?:a )?(?:class|classes|course|courses)|class(?:es)?|studying for|a senior|degree program|my (?:professor|course|program|visa))',
      '(?:miss|missing|absences?|fail|drops?) .. (?:class(?:es)?|semester|course|repeat|scholarship|you|labs?|clinicals|three|two)',
    ],
  }),
  ...rulesFor('transport_commute', {
    'way-to-court': [
      '(?:takes?|took|taking) .. (?:hours?|minutes|buses|bus|trains?) .. ',
      "(?:don't|do not|no|can't|cannot|couldn't|not|doesn't|ain't got) .. (?:have a |own a |drive|car|transportation|ride|get here|way to get|bus|do (?:the )?stairs|highways?|freeway|license)",
      "(?:my )?(?:car|truck|van|transmission) .. (?:broke|broken|in the shop|died|went|won't start|down)|license .. (?:suspended|revoked)|suspended license",
      '(?:two|three|four|five|[0-9]+)[- ]hour .. (?:commute|drive|each way|round trip|trip|ride)|(?:commute|commuting|round trip|each way|one way|miles (?:away|each|one)|long haul|gas is|parking|the ferry|paratransit|carpool|ride from|share a car|borrow a car|drop(?:s|ped) me off|rides)',
      '(?:i )?(?:live|come|living) .. (?:far|miles|way out|other (?:end|side)|upstate|top of|clean on|edge|county|hours?)',
      '(?:scared|afraid|nervous) .. (?:subway|train|bus|drive|come (?:to|down)|this part|downtown|highway)|after dark|in the dark|public transportation',
    ].map((source) => source.replace(/ \.\. $/, '')),
  }),
  ...rulesFor('language_comprehension', {
    language: [
      "(?:english|language) .. (?:not|isn't|second|good|well|perfect|limited|weak|bad|poor|little|enough)",
      "(?:don't|do not|can't|cannot|not|hard to|doesn't|never|no|couldn't|difficult to|trouble|hard time|didn't|only|little|half|misunderstand|hardly) .. (?:understand|understanding|speak|read|reading|write|writing|follow|catch|comprehend|learned to read|spell) .. (?:english|everything|well|good|legal|much|words?|lawyers|fast|what|all|most|too|you|very|it|that)?",
      '(?:need|use|have) .. (?:interpreter|translator|translation)|dyslexi(?:a|c)|learning disability|illiterate|translate in my head|second language|(?:big|legal|those|some of the) words|explain (?:me|to me)|vocabulary|lost you|fill(?:ed)? out the (?:form|paper)|talk (?:too )?fast|speak (?:too )?fast|only speak|(?:speak|language is) (?:only )?(?:spanish|chinese|mandarin|cantonese|russian|korean|creole|arabic|vietnamese|polish|portuguese|french|bengali|urdu|hindi)',
      '{i} (?:understand|know|speak|read|catch) .. (?:little|only|some|half|simple|slow|bit)',
    ],
  }),
  ...rulesFor('religious_observance', {
    observance: [
      '(?:sabbath|ramadan|eid|passover|yom kippur|rosh hashanah|sukkot|diwali|easter|good friday|holy (?:week|days?)|lent|lunar new year|religious (?:holiday|holy|observance|fast|retreat|convention)|revival|camp meeting|pilgrimage|hajj|shabbat)',
      '(?:pray|prayer|prayers|fast|fasting|mosque|temple|synagogue|services?|before sundown|mass) .. (?:times?|friday|saturday|sunday|every|week|times a day|set|lead|month|minutes|day|holy|that)',
      "(?:keep|observe|honor) .. (?:saturday|friday|sunday|sabbath|holy)|(?:don't|do not|can't|cannot|no|not) .. (?:work|ride|drive|travel|sit) .. (?:saturday|sabbath|holy|friday|sundown)|seventh[- ]day|{i} .. (?:pastor|minister|rabbi|imam|deacon|preaching)",
    ],
  }),
]
