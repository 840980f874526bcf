/** What makes service hard: money, work, care, health, journeys, events, studies, the way to court, language, observance. */
import { rulesFor, type Rule } from './rule.ts'

export const hardshipRules: readonly Rule[] = [
  ...rulesFor('financial', {
    'no-pay*': [
      "(?:don't|doesn't|won't|will not|do not|does not|not going to|not gonna|wouldn't) (?:pay|compensate|cover) (?:me|us|for|anything|jury|a dime|more|past|beyond)",
      "(?:don't|won't|wouldn't|not|never|stop) (?:get|getting|be|being) paid",
      '(?:no|without) (?:pay|paycheck|income|paid leave|money coming)',
      'only (?:pays?|paid|covers?|compensates?) .. (?:days?|weeks?)',
    ],
    'loss*': [
      '(?:lose|losing|lost|miss|missing|give up|forfeit) .. (?:{money}|customers?|clients?|business|contracts?|house|apartment|car|gig)',
      "(?:can't|cannot|couldn't|could not|can not|not able to|unable to|hard to|struggle to) (?:afford|pay|make ends meet|cover|survive|make (?:the )?(?:rent|mortgage))",
      'financial (?:hardship|burden|strain|difficult(?:y|ies)|problem|trouble|ruin)|financially .. (?:hard|difficult|impossible|burden)',
      '(?:paycheck to paycheck|make ends meet|behind on .. (?:rent|bills|mortgage)|sole (?:income|earner|breadwinner|provider|source)|only (?:income|earner|breadwinner|provider|paycheck|one working)|single[- ]income|breadwinner)',
      'cost me .. (?:{money}|too much|a lot|hundred|thousand)',
    ],
    'own-business*': [
      '{i} (?:am |was )?(?:self-employed|freelance|freelancer|own boss|an independent contractor|a contractor|on commission|paid hourly|paid by the (?:hour|job|day|piece|mile))',
      "(?:if {i} don't work|when {i} don't work) .. (?:paid|eat|money|earn|income)",
      '(?:by the hour|per diem|hourly worker|day labor|gig work|get paid (?:by|per))',
      '(?:close|shut down|shutting down|closing) (?:my|the|our) (?:business|shop|store|doors|practice|salon|restaurant)',
    ],
  }),
  ...rulesFor('caregiving', {
    'care*': [
      '(?:take|taking|takes) care of .. (?:{kin}|her|him|them)',
      '(?:caregiver|caretaker|caregiving|primary care|sole care|care for|caring for|look after|looking after|babysit|watch) .. (?:{kin}|her|him|them|my)',
      "(?:no one|nobody|no body|no-one|not anyone|don't have anyone|don't have anybody|ain't nobody) .. (?:watch|pick|care|look after|stay with|take|help|drive|feed) .. (?:{kin}|her|him|them|my)",
      '(?:child ?care|day ?care|babysitter|sitter|nanny)',
      '(?:single (?:mom|mother|dad|father|parent)|stay-at-home (?:mom|mother|dad|father|parent)|breast ?feed(?:ing)?|nursing (?:my|a|an) (?:baby|infant|son|daughter|newborn)|pumping)',
      '(?:pick|drop|picking|dropping) .. (?:{child}|up|off) .. (?:school|bus|day ?care|camp|off)',
    ],
  }),
  ...rulesFor('medical_self', {
    condition: [
      '{i} (?:have|had|got|suffer from|was diagnosed with|am|just had|take|take medication for|am on|am having|am scheduled for|am recovering from|have been having) .. {sick}',
      'my (?:back|knee|hip|neck|legs?|eyes?|hearing|heart|blood pressure|sugar|medication|medicine|doctor|surgery|condition|anxiety|bladder|nerves|health|shoulder|therapist|pain|body)',
      "(?:can't|cannot|couldn't|could not|hard for me to|difficult for me to|unable to|not able to|trouble) (?:sit|sitting|stand|standing|hear|hearing|see|seeing|concentrate|focus|stay awake|breathe|walk|walking|climb|sleep)",
    ],
  }),
  ...rulesFor('travel_prepaid', {
    journey: [
      '(?:vacation|cruise|trip|flight|honeymoon|plane tickets?|airline tickets?|travel plans|reservations?|nonrefundable|non-refundable|prepaid|holiday) .. ',
      "{i} (?:am|will be|was|'m)? ?(?:flying|leaving|traveling|travelling|going away|going on|out of (?:town|state|the country)|scheduled to fly|supposed to fly)",
    ].map((source) => source.replace(/ \.\. $/, '')),
  }),
  ...rulesFor('education', {
    studies: [
      '(?:finals|midterms?|exams?|semester|thesis|dissertation|clinicals|internship|board exams?|bar exam|nursing school|grad(?:uate)? school|law school|summer school)',
      '{i} .. (?:student|in school|in college|taking classes)',
    ],
  }),
  ...rulesFor('language_comprehension', {
    language: [
      "(?:english|language) .. (?:not|isn't|second|good|well|perfect|limited)",
      "(?:don't|can't|not|hard to|doesn't) .. (?:understand|speak|read|write) .. (?:english|everything|well|good|legal|much)",
    ],
  }),
]
