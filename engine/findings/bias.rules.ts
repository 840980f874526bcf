/** Leanings and prejudgments about the people in a case: parties, witnesses, police, courts, groups. */
import { rulesFor, type Rule } from './rule.ts'

export const biasRules: readonly Rule[] = [
  ...rulesFor('explicit_inability', {
    'stays-with-me': [
      "(?:not|n't) (?:very |really )?likely to (?:do|follow|be|put|set|ignore|change)|unlikely (?:to|that {i})",
      'my (?:own )?(?:feelings?|bias(?:es)?|prejudices?|views?|emotions|opinions?) .. (?:heavy|heavier|weigh|get in|come (?:in|out|through|into)|too strong|take over|would be there|creep|show)',
    ],
    'own-bias!': [
      '{i} {would} .. (?:biased|prejudiced|partial|unfair|a bad juror|terrible juror)',
      "{i} (?:have|got|'ve got|already have|do have) .. (?:bias|prejudice|biases|prejudices)",
    ],
    unfair: [
      '{cannot} .. (?:be|stay|remain|being|judge|listen|give|vote|decide|do|say) .. {fair}',
      "(?:not|n't|never|no way|no possible way|hard|difficult|impossible|tough|{hard}|doubt|wouldn't) .. (?:be|being|to be|remain|stay|staying|keep|give .. a) .. {fair}",
      "(?:shouldn't|should not|ought not|don't (?:belong|want to be)|wouldn't want) .. (?:on (?:this|that|it)|juror|jury|me|sit|sitting|serve|here|here for this)",
      "(?:pick|get|choose|find) (?:somebody|someone|another|anybody) .. (?:else|juror|for this)?|wrong juror|not the right (?:person|juror)|(?:don't|wouldn't) want (?:me|somebody like me|a person who)",
      "(?:my )?mind(?:'s| is| was) .. made up|made up my mind .. (?:already|kind|case)?|no matter what i hear|(?:wouldn't be|not) (?:right|fair) .. (?:for me|to (?:him|her|them|you|either))",
      '{cannot} .. (?:put|set|get) .. (?:aside|around|past|over it|away|to (?:one|the) side)|(?:get|stand) in (?:the|my) way|heart is not|disservice',
    ],
  }),
  // The turn at which a story about something else becomes a stance of the teller: closed ears, a choice already made, a body that
  // answers, a mind that goes back. Which bias it is, the other words say.
  ...rulesFor('explicit_inability', {
    'closed-ears': [
      '(?:{dont}|not going to|not gonna|stopped|quit|done|through with|finished|be finished|tired of|sick of) (?:even |really |ever |just )?(?:be )?(?:listen(?:ing)?|believ(?:e|ing)|buy(?:ing)?|credit(?:ing)?|weigh(?:ing)?|hear(?:ing)? (?:it|that|him|her|them|any|another|a word)) .. (?:to|it|that|him|her|them|any|word|story|another)?',
      "(?:no|any|never had|not have|don't have) (?:use|patience|time|tolerance|sympathy|respect|room in (?:me|my heart)) for|(?:nobody|no one|nothing|never|isn't (?:a|one|any) .*|ain't nobody|not going to|won't|can't) .. (?:talk me out|change my mind|convince me|tell me (?:different|otherwise)|get (?:anywhere|far) with me)",
      "(?:don't|doesn't|didn't|not|wouldn't|isn't|won't) .. (?:mean|carry|count for|cut|hold|go|get|worth) (?:much|anything|anywhere|any weight|ice|far|a thing|nothing) (?:to|with|for) me|(?:stopped|quit) (?:reading|trusting|caring|paying attention|asking)",
    ],
    'already-there': [
      "(?:i've|i'd|i have|i'm|i am) already (?!told|said|served|done|been|paid|booked|moved|filled|given|spoke|talked|answered|mentioned|seen|had|got (?:a|the|my) (?:note|letter|ticket))[a-z]+|{i} know (?:who|which (?:one|side)) {i} .. (?:believ|vot|go|with|side|pick)[a-z]*|{i} know (?:how (?:it|this|that) ends?|what (?:happened|he did|she did|they did|ought to happen|they are|he is|should happen))",
      '(?:came|walked|come) (?:out|away) of (?:there|it|that) (?:thinking|believing|knowing|sure|convinced)|ever since .. (?:when|whenever|every time|{i}|if)|(?:start|starting|started) (?:out|off) (?:thinking|believing|assuming|figuring|by|from)|(?:looking|look) at (?:him|her|them|it|everything|people) (?:sideways|cross-eyed|hard|different(?:ly)?)|in my own (?:head|mind)',
    ],
    intrudes: [
      "{i} (?:would|will|'d|might|could|keep|kept|am|can't help|can't stop)? ?(?:always |still |just |only )?(?:be )?(?:thinking|picturing|seeing|replaying|remembering|wondering) (?:about |of )?(?:that|this|it|him|her|them|all|the whole|my|what|those) .. (?:whole time|all of that|not about|instead|and not|the entire|through)?|keep thinking about",
      '(?:the (?:minute|moment|second)|as soon as|every time|whenever) .. (?:{i}|my) .. (?:be|get|think|thinking|see|feel|hear|go|start|turns?|shuts?)|(?:there|done|over|decided|settled) before (?:anybody|anyone|he|she|they|somebody|you) .. (?:talks?|speaks?|says?|said|sits?|sat|opens?|opened|starts?|started|walks?|walked)|get past (?:that|it|this|what)|make up for it',
    ],
    'body-answers': [
      "my (?:back|stomach|blood|skin|hackles|jaw|heart|fists|hair|guard|throat|chest) .. (?:goes|go|turns?|boils?|crawls?|clench(?:es)?|rises?|sinks?|tightens?|stands?|up|over|pounds?|closes)|(?:right )?back (?:in|on|at|to|inside) (?:that|there|those)|(?:be|am|i'm) (?:right )?back there|can't (?:look at|see|think about|hear about) (?:it|that|this|one|him|her|them) .. (?:without|the way|like|and not)",
      "don't see how i(?:'d| would| could| can)|(?:wanting|want|wanted) (?:somebody|someone|him|her|them) to (?:pay|suffer|answer|hurt|go away)|get my hands on|i'd be lying (?:if|to)|(?:go home|turn around|live with) .. (?:and )?tell .. i (?:voted|found|said)|(?:couldn't|can't|wouldn't) (?:be the one|put my name|sit there pretending|sit (?:there|here) and pretend)|sitting there (?:wanting|thinking|hoping|waiting)",
    ],
  }),
  ...rulesFor('party_lean', {
    'lean!': [
      '{i} {would} .. (?:lean|leaning|side|siding|favou?r|tilt|root|rooting|pull|pulling|partial|inclined|sympathi[sz]e|gravitate|on .. side|go with|against|for|help|win) .. {party}',
      "(?:lean|leaning|leanin'|side with|siding with|in favor of|favor|pull for|pulling for|root for|rooting for|partial to|sympathetic|sympathy|benefit of the doubt|sorry for|for|against|biased against|prejudiced against) .. (?:the |that |a |any |big |little )?{party}",
      "{party} .. (?:starts?|starting|has|have|had|is|are|'s|'d be|would be|be) .. (?:ahead|behind|edge|advantage|head start|hole|up a|leg up|one step|in the wrong|at fault|greedy|always win|convince me|deep pockets)",
      "(?:start|starting|starts?) .. (?:behind|ahead|in the hole|against|head start|hole with)|(?:aren't|not|isn't) .. even .. (?:for me|in my|to me|with me)|deep pockets|little guy|underdog|profits over",
      '{i} .. (?:for|with|support|favor|prefer|pull for|believe|help|like) (?:the )?(?:{party}|person who got hurt|worker|one that got hurt|injured person|little company|old people)',
      '(?:negative|bad|hard|ill) (?:feelings?|opinions?|views?|impressions?) .. (?:toward|towards|about|against|of) .. (?:him|her|them|people|{party}|rich|company)',
      '(?:rich|wealthy|powerful|corporations?|companies|people like (?:him|her|that|them)) .. (?:get away|think they|always|only care|never|can do)',
      "(?:i'd|i would) want .. (?:{party}|him|her|them) to win|(?:this|that) (?:boy|lady|man|woman|kid|company)'s side",
    ],
  }),
  ...rulesFor('party_lean', {
    'cannot-find-against': [
      "{would} .. (?:hard|trouble|tough|difficult|problem|couldn't|have to hear a lot|need more) .. (?:find|go|vote|rule|finding|going|voting|ruling) (?:against|for|in favor)|couldn't (?:find|vote|rule) (?:against|for)",
    ],
  }),
  ...rulesFor('law_enforcement_pro', {
    'credit!': [
      '{would} .. (?:believe|trust|side with|credit|favou?r|give|take|respect|support|back|rely|go with|lean) .. {police} .. (?:more|over|first|credit|word|weight|benefit|edge|say|side)?',
      "(?:trust|respect|believe|back|support|pro|admire|favor|biased? (?:towards?|in favor of|for)|more for|go with|going with|side of|side with|take) .. (?:the )?(?:{police}|the blue|policeman|uniform|officer's)",
    ],
    'never-lie': [
      "{police} .. (?:tell the truth|no reason to lie|no motive|don't lie|doesn't lie|wouldn't lie|do not lie|truthful|honest|sworn|trained|more credible|know what|don't bring|do(?:es)? (?:its|their) homework|leg up|at their word|worth more|first|don't make|wouldn't make)",
      "(?:hard|tough|difficult|can't see|never|cannot|trouble) .. (?:{police}) .. (?:liar|lying|lie|not telling|wrong|disbelieve)|(?:disbelieve|doubt|go against|going against|call) .. {police}",
    ],
  }),
  ...rulesFor('law_enforcement_anti', {
    distrust: [
      '{dont} .. (?:trust|believe|like|have faith|respect|stand|take) .. (?:{police}|badge|reports)',
      "{police} .. (?:lie|lies|lied|lying|plant|planted|cover|crooked|corrupt|beat|racist|bull(?:y|ies)|harass|harassed|target|rough|roughed|set (?:me|us|people) up|shad(?:e|ing)|agenda|stick together|bad experiences?|dirty|profile|kill|killed|do whatever|does whatever|don't tell|not honest|don't mean honest|goes after|abuse)",
      "(?:distrust|mistrust|doubt|doubting|question|skeptical|suspicious|suspicion|wary|negative|problem with|grain of salt|biased against|hate|can't stand|bad experiences?|less|harassed by|stopped by|pulled over|stopped and frisked|arrested .. for nothing|against) .. {police}",
      '(?:they|cops|officers|police) .. (?:beat(?:en)? (?:up )?(?:my|me|him)|put drugs|plant|came through|kick(?:ed)? in|arrested my .. for nothing|did to (?:my|our|me))|pulled over for nothing|stopped and frisked|wrong address|body camera|never apologized',
      '(?:government|feds|fbi|prosecutors?) .. (?:goes after|getting who|lies|lie|sets? people|agenda|railroad|out to get|whoever (?:it|they) wants?)',
      '(?:after|because of) what (?:they|the police|that officer) did .. (?:me|my|us|brother|son|family)',
    ],
  }),
  ...rulesFor('institution_system', {
    system: [
      '(?:system|courts?|court|justice|process|judges?|lawyers?|attorneys?|prosecutors?|trials?|juries|jury awards|government|everything|law) .. (?:rigged|broken|corrupt|joke|unfair|rich|money|bought|lie|lies|liars?|twist|go easy|easy on|too easy|slap|theater|decided|fixed|wrong|failed|crooked|only cares?|say anything|same for everybody|right|behind closed doors|never|who can pay|out of control|biased)',
      "(?:don't|do not|no|lost|never|not|didn't|lose|without) .. (?:trust|faith|confidence|believe|respect|like) .. (?:system|courts?|judges?|lawyers?|attorneys?|government|justice|process|whole thing)",
      "(?:poor|black|working|regular) (?:people|folks?|man) .. (?:never|don't|can't|no) .. (?:justice|fair|chance)|nobody like me|justice for|rights than victims|who (?:has|can) .. (?:better lawyer|pay)|slaps? on the wrist in|buy (?:their|his|her) way|(?:distrust|mistrust|hate|dislike) .. (?:lawyers?|courts?|judges?|system|government|attorneys?)",
      "(?:trust|believe) .. (?:court|government|system|it) .. (?:always|completely|right|never wrong|don't get it wrong|gets it right)",
    ],
  }),
  ...rulesFor('witness_credibility', {
    witness: [
      '{dont} .. (?:trust|believe|credit|find|rely|take|give|view|buy) .. (?:him|her|them|anything|testimony|word|witness(?:es)?|experts?|felon|informants?|snitch(?:es)?|junkie|addict|anybody who|anyone who|somebody|someone|what (?:he|she|they)|that man|mouth|psychologists?|weight|person who|ex-con|inmates?|honest|under oath|convict)',
      "(?:experts?|snitch(?:es)?|informants?|felons?|convicts?|criminals?|addicts?|junk(?:ie|ies)|doctors?|priests?|children|child|kids?|women|teenagers?|scientists?|psychologists?|nurses?|somebody|someone|people|witnesses|co-?defendants?|anyone|a person) .. (?:lie|lies|lying|liars?|hired guns?|hired|paid|make .. up|made .. up|don't lie|wouldn't lie|say (?:whatever|anything|what)|protect each other|truthful|tell the truth|credible|always tell|do anything)",
      "(?:hired guns?|paid .. (?:to say|say)|cut (?:a|him a|a sweet) deal|made .. deal|make a deal|took a plea|sweet deal|story he was coached|she's lying|he's lying|every reason to (?:lie|make)|to get money|liar|con man|master manipulator|out of (?:his|her|their) mouth)",
      "(?:always|tend to|automatically|probably) .. (?:believe|take) .. (?:child|kid|children|doctor|woman|nurse|expert|victim|kid's word|her|scientist|priest)",
      '(?:credibility|testimony|truthful|believable|trust|believe) .. (?:not sure|tough|hard|doubt|problem|weight|difficult|question|discount)|(?:question|discount|doubt|tough|hard|trouble|not sure|throw .. out|tune .. out|hundred percent confidence) .. (?:credibility|testimony|trust|believe|believing|trusting|what .. say|experts?)',
    ],
  }),
  ...rulesFor('association_political', {
    politics: [
      "(?:politics|political|politically|president|republicans?|democrats?|senator|governor|congress(?:man|woman)|mayor|administration|white house|campaign|that party|party|regime|movement|union bosses?|activists?|hate group|cult|communists?|that crowd|rally|organization|candidate|former president|maga|left-wing|right-wing|liberals?|conservatives?) .. (?:against|don't|hate|trust|can't|wouldn't|lost|loathe|despise|bias|biased|affect|angry|fair|impartial|difficult|hard|reaction|believe|trouble|views?|feelings?|sides?|crooks|dishonest|opposite|dislike|problem|prosecution)?",
      '(?:connected to|tied to|associat(?:e|es|ed) with|anyone who (?:backs?|supports?)|anybody (?:from|connected|in)|anyone (?:from|in)|people (?:from|in|he)) .. (?:him|that|her|camp|party|administration|man|group|with|despise|president)?',
      '(?:that|his|her|the) name .. (?:angry|triggers?|sets me off|reaction|upset|shut)|(?:his|her|their) beliefs? (?:are|is) .. (?:not|opposite|against|different)|one of ours|one of us|marched against|protested|everything (?:that|this) man stands|lost respect for',
      "(?:repugnant|despicable|terrible human being|awful person|despise|loathe|detest|can't stand|can't abide|strong dislike|don't like) .. (?:him|her|them|that|people|human|those|anybody|anyone|what he stands)?",
    ],
  }),
]
