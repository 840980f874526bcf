/** What a juror's own life would bring into the case: experience, ties, work, strong feelings. */
import { rulesFor, type Rule } from './rule.ts'

export const experienceRules: readonly Rule[] = [
  ...rulesFor('experience_based', {
    weight: [
      '(?:happened|happen|went through|been through|gone through|lived|experience|victim|accident|robbed|assaulted|abused|killed|died|lost|cheated|scammed|crash|wreck|surgery|molested|shot|sued|divorce|accused|addicted|overdosed|miscarriage|ignored me) .. {effect}',
      '{effect} .. (?:sister|brother|mother|father|son|daughter|kids?|wife|husband|own case|niece|nephew|back|went through|happened|home|whole time|up for me)',
      '(?:same thing|just like|same way|same situation|exactly like|like that) .. (?:happen(?:ed)?|my|to me|died|did|own self|went)|(?:happened|happen) to (?:me|my|us|our)|(?:close|hits?) .. (?:to )?home|too close|bring .. back|reliv(?:e|ing)|trigger(?:s|ed)?|my own (?:case|situation|experience)',
      "(?:hard|difficult|can't|couldn't|don't think .. could) .. (?:look at|see|sit through|watch|hear|listen to) .. (?:pictures?|photos?|photographs?|blood|that|case|it|like|those)|(?:emotional|angry|upset|mad|strong feelings) .. (?:because|for me|of my|hearing|lived|when i hear)",
      "(?:because of|after|since) .. (?:what (?:happened|we went|i went)|my (?:own|son|daughter|sister|brother|mother|father|surgery|accident)|being (?:robbed|assaulted|attacked)) .. (?:can't|couldn't|don't|side|trouble|hard|think)?|identify with|feel for the",
    ],
  }),
  ...rulesFor('relationship', {
    tie: [
      "(?:know|knows|known|friends?|neighbor|cousin|related|work with|worked with|worked (?:alongside|for)|coached|same church|doctor|dentist|landlord|nephew|uncle|boss|pediatrician|lawyer|employer|teacher|best friend's|business with|dated|hired|goes to my|family|wife and i|represented|fired|owes) .. (?:hard|uncomfortable|believe|trust|lean|side|guilty|against|fair|impartial|scared|afraid|worry|feel bad|take (?:his|her)|hold|favor|beholden|influence|hard feelings|never liked|face|look (?:him|her|them) in the eye|happened|weight|wouldn't|couldn't|can't)",
      '(?:see|face|run into) (?:him|her|them) .. (?:around|store|town|church|next|again|week)|look (?:him|her|them) in the eye|beholden|take (?:his|her) (?:side|word)|on (?:his|her) side|against (?:my|his own|her) (?:boss|employer|friend|neighbor|landlord|doctor|nephew|cousin)|feel (?:bad|guilty) if',
      '(?:golf|cards|church|fish(?:es|ing)?|drinks?) with the (?:defendant|plaintiff|judge|victim|officer|doctor)|did (?:me|us|them) wrong|handled my .. (?:estate|case|divorce)|(?:not|hard) with (?:him|her) being my',
    ],
  }),
  ...rulesFor('occupational', {
    work: [
      "(?:as an?|being an?|i'm an?|i am an?|i been|work as|worked as|work for|work in|my (?:job|work|training|profession|business|field)|in my line of work|years (?:in|of|as)|been) .. (?:nurse|doctor|teacher|adjust(?:er|ed|ing)|claims?|prosecut(?:e|or|ors)|insur(?:er|ance)|cops?|social worker|landlord|engineer|contractor|lawyer|attorney|pharmacist|auditor|investigator|banker|officer|paralegal|advocate|guard|prison|corrections?|underwriting|manager|hr|fraud|hospital|risk|trucking|company|business|banking|medical|brick|expert|State|training|compliance|accountant|mechanic) .. (?:side|believe|lean|biased|think|assume|know how|against|see it|look|exaggerate|hard|trouble|second-guess(?:ing)?|rely|favor|not going|don't believe|make (?:things|stuff) up|partial|telling|inflated|cut corners|always|seen|heard every|receptive|over|their way|turn off|do my own|lie|way)",
      'my (?:job|work|profession|training|career|background|medical background|line of work) .. (?:lean|bias|biased|side|favor|affect|catch|influence|turn off|make me|hard|assume|telling|look at everybody|trust)',
      '(?:expert in the room|see it (?:their|from their) (?:way|side)|turn off my|do my own calculations|second-guess|rely on my training|i prosecute|i defend|insurance defense|testified for the|i look for the lie|i work for the insurer)',
    ],
  }),
  ...rulesFor('subject_matter', {
    feelings: [
      "(?:strong|strongly|passionate|zero tolerance|no patience|no tolerance|any patience|hate|despise|can't stand|against|opposed|oppose|sick|angry|heated|red|blood boil|evil|scam|problem with|disgust(?:s|ed|ing)?|abhor|illegal|no sympathy|feel very|totally) .. (?:drugs?|guns?|alcohol|drunk|drink(?:s|ing)?|abuse|abortion|animals?|crypto|marijuana|weed|pot|gangs?|immigra(?:tion|nts?)|violence|kids?|children|child|harass(?:ment)?|tobacco|vaping|vaccines?|industry|business|oil|sex|porn(?:ography)?|subject|issue|dealers?|firearms?|about (?:it|that|this)|gambling|pharma(?:ceutical)?|trafficking|racism|domestic)",
      "(?:drugs?|guns?|alcohol|drunk driv(?:ing|ers?)|abuse|abortion|animals?|crypto|marijuana|pot|gangs?|immigration|violence|domestic violence|children|kids?|child|harassment|tobacco|vaping|vaccines?|industry|sex crimes|pornography|subject|hits a woman|hurt old people|this kind of (?:thing|case)|cases like this) .. (?:hate|strong|can't|couldn't|sick|stomach|angry|evil|scam|against|legal|harmless|ruined|trash|lowest|boil|objective|sensitive|wrong|shouldn't|should (?:all )?be|tolerance|problem|red|no\\b|neutral|heated|crime)",
      "(?:turn(?:s|ed)? my stomach|sick to my stomach|make(?:s)? me sick|blood boil|see red|against it|selfish|i get heated|wouldn't have one|activist|prey|went after our kids|shut down|is all a scam|whole (?:industry|business))",
    ],
    'strong!': ['strong (?:feelings?|opinions?|views?|beliefs?) (?:about|on|against|of)'],
  }),
]
