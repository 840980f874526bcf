/**
 * A small pattern language for spoken English. `pattern('{i} {cannot} be fair')` reads as a regular expression in which
 * `{name}` stands for a family of words, a space for any gap and `..` for up to six words in between: one line then covers
 * the many ways in which people say one thing.
 */

const families = {
  /** What a juror says of an inclination: would, might, tend to, probably … */
  would:
    "(?:would|'d|will|'ll|might|may|could|can|do|did|am|'m|probably|definitely|always|generally|usually|already|honestly|just|still|automatically|naturally|tend to|going to|gonna|have to|be|kind of|sort of|really|most likely|likely)",
  not: "(?:not|n't|never|no|don't|doesn't|didn't|can't|cannot|couldn't|won't|wouldn't|isn't|aren't|wasn't|ain't|hardly|nobody|no one|none|nothing|without)",
  dont: "(?:don't|do not|didn't|did not|never|no longer|can't|cannot|can not|couldn't|could not|wouldn't|would not|won't|ain't never|ain't gonna)",
  person:
    '(?:person|people|man|woman|guys?|folks|anybody|anyone|somebody|someone|everybody|everyone|him|her|them|they|he|she|those|men|women)',
  effect:
    '(?:affects?|influences?|impacts?|colors?|clouds?|sways?|weighs? on|weigh|interferes?|get in (?:the|my) way|creep in|bothers?|haunts?|triggers?|brings? (?:it|that|this|all|back|up|everything)|relive|reliving|stir|upset|hits? (?:close|me|home|hard)|close to home|too close|be thinking|think(?:ing)? (?:of|about)|see (?:his|her|my|their) face|replay(?:ing)?|right back)',
  i: "(?:i|i'd|i'm|i've|i'll)",
  be: "(?:am|is|are|was|were|be|been|being|'m|'s|'re)",
  kin: '(?:mother|mom|mama|momma|mum|mommy|father|dad|daddy|papa|parents?|son|sons|daughters?|kids?|child|children|baby|babies|infant|newborn|twins|toddler|boys?|girls?|wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend|brothers?|sisters?|siblings?|stepson|stepdaughter|stepfather|stepmother|stepdad|stepmom|uncle|aunt|auntie|cousins?|nephews?|nieces?|grand(?:mother|father|ma|pa|mom|dad|son|daughter|kids?|children|child|parents?)|granny|nana|in-laws?|mother-in-law|father-in-law|brother-in-law|sister-in-law|son-in-law|daughter-in-law|family|relatives?|folks|ex|ex-wife|ex-husband|little one|godson|goddaughter|godmother|godfather)',
  child:
    '(?:sons?|daughters?|kids?|child|children|baby|babies|infant|newborn|twins|toddler|boys?|girls?|grand(?:son|sons|daughter|daughters|kids?|children|child|baby|babies)|nephews?|nieces?|little ones?|stepson|stepdaughter|foster (?:kids?|child|children)|[a-z0-9]+[- ](?:month|year|week)[- ]olds?|preschooler|kindergartner|first grader|teenager)',
  elder:
    '(?:mother|mom|mama|momma|mum|father|dad|daddy|papa|parents?|grand(?:mother|father|ma|pa|mom|dad|parents?)|granny|nana|aunt|uncle|in-laws?|mother-in-law|father-in-law|husband|wife|spouse|partner|brother|sister)',
  friend:
    '(?:friends?|best friend|roommate|neighbou?rs?|co-?workers?|colleagues?|boyfriend|girlfriend|buddy|pal|boss|teammate|classmate|landlord|pastor)',
  boss: '(?:boss|employer|company|job|work|office|firm|shop|union|restaurant|store|agency|school|district|hospital|they|place|manager|supervisor)',
  police:
    "(?:police(?:man|men|woman|women|\\s+officers?)?|officers?|cops?|troopers?|deput(?:y|ies)|sheriffs?|sheriff's|detectives?|law enforcement|the law|fbi|the feds?|federal agents?|agents?|state patrol|highway patrol|dea|atf|border patrol|ice agents?|patrolm[ae]n|lieutenants?|sergeants?|the badge|badge)",
  lawyer: '(?:lawyers?|attorneys?|prosecutors?|district attorneys?|da|public defenders?|counsel|judges?|paralegals?)',
  party:
    '(?:plaintiffs?|defendants?|accused|prosecution|government|state|defen[sc]e|company|corporations?|hospital|doctors?|insurance(?: compan(?:y|ies))?|insurer|tenant|landlord|employee|employer|worker|bank|family|victim|patient|driver|trucker|trucking company|city|county|manufacturer|injured|owner|little guy|big guy|underdog|officer|police)',
  cannot:
    "(?:can't|cannot|can not|couldn't|could not|won't be able to|wouldn't be able to|would not be able to|will not be able to|am not able to|'m not able to|not able to|unable to|incapable of|not capable of|not gonna be able to|not going to be able to|don't think {i} (?:can|could|would|will)|don't believe {i} (?:can|could|would)|don't feel (?:like )?{i} (?:can|could|would)|don't know (?:if|whether|that|how) {i} (?:can|could|would)|not sure (?:if |that |whether )?{i} (?:can|could|would)|doubt (?:that )?{i} (?:can|could|would)|no way {i} (?:can|could|would))",
  hard: '(?:hard|hard time|tough|tough time|difficult|difficulty|difficult time|trouble|a problem|problems|struggle|struggling|challenge|challenging|impossible|uncomfortable|rough|a stretch|not easy|a lot to ask)',
  fair: '(?:fair|impartial|unbiased|objective|neutral|even-handed|open-minded|open mind|partial|fair-minded|fairly|impartially|objectively|balanced|a fair shake|fair shake)',
  lean: '(?:lean|leaning|side with|siding with|favou?r|tilt|tip|tend|gravitate|sympathi[sz]e|sympathetic|sympathy|root for|pull for|pulling for|rooting for|partial to|inclined|predisposed|biased?|prejudiced?|prejudice|slanted)',
  money:
    '(?:money|pay|paid|paying|pays|paycheck|paychecks|check|checks|wages?|salary|income|rent|mortgage|bills?|tips|commissions?|overtime|hourly|savings|benefits|earn|earning|earnings|dollars|\\$[0-9,]+|afford|groceries|financial|financially|finances)',
  number:
    '(?:[0-9]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|a couple(?: of)?|a few|several|half an?|an?)',
  when: '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|next week|next month|this week|this month|that week|that day|weekend|january|february|march|april|may|june|july|august|september|october|november|december|memorial day|labor day|the [a-z0-9-]+(?:st|nd|rd|th)|in {number} (?:days?|weeks?|months?))',
  sick: "(?:surger(?:y|ies)|operation|chemo(?:therapy)?|radiation|dialysis|transplant|cancer|tumou?r|stroke|heart attack|heart failure|heart condition|seizures?|epilep(?:sy|tic)|diabet(?:es|ic)|migraines?|arthritis|sciatica|herniated|vertigo|anxiety|depression|panic|ptsd|bipolar|asthma|copd|pneumonia|infection|hospice|hospital|icu|intensive care|rehab|biops(?:y|ies)|mri|physical therapy|medications?|medicine|pills?|pregnan(?:t|cy)|due date|insulin|incontinen(?:t|ce)|colitis|crohn's|hearing aids?|cataracts?|glaucoma|parkinson's|alzheimer's|dementia|lupus|ms|multiple sclerosis|fibromyalgia|kidneys?|liver|bladder|back|knee|hip|spine|disc|disability|disabled|wheelchair|oxygen|treatments?|diagnos(?:ed|is)|appointments?|specialist|doctor)",
  law: "(?:the law|law|laws|instructions?|the rules?|rule|what you (?:say|tell|told)|what the (?:judge|court) (?:says?|tells?|told)|that instruction|your honor's instructions)",
} as const

function expand(source: string): string {
  let text: string = source
  for (let depth = 0; depth < 3; depth += 1) {
    text = text.replace(/\{([a-z]+)\}/g, (whole, name: string) => (families as Record<string, string>)[name] ?? whole)
  }
  const unknown = /\{([a-z]+)\}/.exec(text)
  if (unknown) throw new Error(`The pattern “${source}” uses the unknown word family ${unknown[0]}.`)
  return text
}

/** Compiles a pattern for folded text. Word edges are added at both ends; `..` spans up to six words, never a full stop. */
export function pattern(source: string): RegExp {
  const gap = String.raw`(?:[\s,-]+[^\s,.?!;-][^\s,.?!;]*){0,6}?[\s,-]+`
  // A gap with nothing certain behind it would demand a further word for no gain.
  const certain = source.replace(/ \.\. \((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\?$/, '')
  const body = expand(certain.replace(/ \.\. /g, '\u0000').replace(/ /g, '\u0001'))
    .replaceAll('\u0000', gap)
    .replaceAll('\u0001', String.raw`[\s,-]+`)
    // Spaces inside a family are plain spaces of the spoken text.
    .replaceAll(' ', String.raw`\s+`)
  return new RegExp(String.raw`(?<![a-z0-9'])(?:${body})(?![a-z0-9])`, 'g')
}

/** The first match of any pattern, as a range. */
export function findAny(patterns: readonly RegExp[], folded: string): { from: number; to: number } | null {
  for (const each of patterns) {
    each.lastIndex = 0
    const match = each.exec(folded)
    if (match) return { from: match.index, to: match.index + match[0].length }
  }
  return null
}
