/** What makes service hard: money and work. */
import { rulesFor, type Rule } from './rule.ts'

const unpaid = [
  "(?:don't|doesn't|won't|will not|do not|does not|not|never|isn't|wouldn't|only|stops?|no longer) .. (?:pay|pays|paid|paying|compensate|cover|covers|give|carries|carry) .. (?:me|us|for|jury|dime|more|past|beyond|days?|weeks?|money|here|while|time|leave)?",
  '(?:no|without|zero|unpaid|less|lose|losing|missing|miss|reduced|half) (?:my |of my |any |all |a |the |that )?(?:pay|paychecks?|income|wages?|tips?|checks?|leave|hours|salary|earnings|overtime|commissions?|sales|customers?|clients?|business|contracts?|gigs?|money|benefits|insurance)',
  'only (?:pays?|paid|covers?|compensates?|gives?|carries|carry) .. (?:days?|weeks?)',
  '(?:pays?|covers?|paid|carr(?:y|ies)|compensates?) .. {number} (?:days?|weeks?) .. (?:then|after|only|past|beyond|nothing|own)?',
  "(?:if|when|unless|whenever) (?:i|we) (?:don't|am not|'m not|do not|not) (?:work|show up|there|working|clocked|out there|go) .. ",
].map((source) => source.replace(/ \.\. $/, ''))
const shortage = [
  "(?:can't|cannot|couldn't|could not|can not|not able to|unable to|hard to|struggl(?:e|ing) to|how) .. (?:afford|make ends meet|survive|get by|(?:pay|cover|make) (?:the |my |our )?(?:rent|mortgage|bills?|car|loan|note|insurance|lights|electric|groceries))",
  'financ(?:ial|ially|e|es) .. (?:hardship|burden|strain|difficult(?:y|ies)|problems?|trouble|ruin|hard|impossible|harm|stress|tight|suffer)|(?:hardship|burden|strain|hard|difficult|tough|hurt|problem|kill|killing|ruin|hurting) .. financially|financial (?:hardship|burden|strain|difficult(?:y|ies)|problem|trouble|ruin)',
  '(?:paycheck to paycheck|ends meet|behind on .. (?:rent|bills|mortgage|everything|payments?)|(?:sole|only|single|main|one) .. (?:income|earner|breadwinner|provider|paycheck|check|working)|breadwinner|single[- ]income|my check alone|one (?:check|income|paycheck))',
  '(?:cost|costs|costing|charge|charges) .. (?:me|us) .. (?:{money}|too much|a lot|hundred|thousand|a day|a week|every day)',
  '(?:bankrupt|wipe .. out|put (?:me|us) under|in the hole|go under|out of business|out of (?:my|our) (?:own )?pocket|make nothing|earn nothing|nothing coming in|no money|keep the lights on|eat(?:ing)? into|fall back on|barely making it|scrape by|lose (?:my|our|the) (?:house|apartment|home|car|insurance)|dock(?:s|ed)? me|fixed income|living on|rent every week|no savings)',
  '(?:supports?|supporting|feed|feeding|provide for|money to|providing for) .. (?:{kin}|my)',
]
const ownWork = [
  '{i} .. (?:self-employed|freelancer?|independent contractor|on commission|straight commission|hourly|paid hourly|by the hour|by the job|by the day|by the piece|by the mile|day laborer|gig|per diem|1099|sole proprietor|for tips|wait tables|own boss)',
  '(?:tips (?:is|are) all|all (?:tips|commission)|rent the chair|lease on (?:the|my) (?:cab|car|truck)|commission[- ]based|commission only|seasonal)',
  '(?:close|shut down|shutting down|closing|shut|shutter|closed) .. (?:business|shop|store|doors|practice|salon|restaurant|truck|stand|studio|daycare)',
  '{i} (?:own|run|have|started|got|operate) .. (?:business|shop|truck|salon|company|practice|restaurant|stand|store|daycare|studio|cab)',
  '(?:delivery apps?|drive (?:a cab|for (?:uber|lyft|one of))|catering|side jobs?)',
]
const duty = [
  '(?:only|sole|last|just (?:the )?(?:one|two|me)) .. (?:who|that|licensed|certified|trained|knows?|person|one|employee|pharmacist|nurse|doctor|teacher|developer|manager|keys?|for the whole|at the|in (?:my|the|our))',
  "(?:no one|nobody|no-one|isn't anyone|not anybody|nobody else|no one else|not anyone|don't have anybody) .. (?:cover|trained|does|do|run|fill|replace|knows?|can|take over|licensed?|job|classroom|sub|shift|sign)",
  '(?:short[- ](?:handed|staffed)|understaffed|skeleton crew|busy season|tax season|planting|harvest|storm season|quarter[- ]end|year[- ]end|month[- ]end|go-live|product launch|launch|release|audit|inspection|closing the books|deadline|down {number} (?:nurses?|people|guys|workers|teachers?|staff))',
  '(?:lose|losing|cost me|replace|fire|fired|let .. go|hold|give .. (?:away|to another)|keep|keeping|jeopardize|risk) .. (?:my|the|their|our) (?:job|position|spot|place|post)',
  '(?:my|our|the) (?:boss|supervisor|manager|employer|company|principal|chief) .. (?:upset|mad|kill|not happy|said|told|fire|replace|angry|needs|bother)',
  '{i} .. (?:lead|in charge|responsible|head|heading|running|overseeing|manage|supervise|coordinating|coordinate|training|director|foreman|on call|presenting|giving) .. (?:project|launch|team|payroll|department|crew|staff|presentation|meeting|investors?|event|summer|shift|office|school|product|film|production|audit|move|employees|branch)',
  '(?:on probation at|just (?:got|been) (?:hired|promoted)|just (?:started|put me|hired me)|new (?:job|position)|probationary|still (?:in )?training) .. ',
  '(?:my|our) (?:students?|patients|clients|kids at school|classroom|class|customers) .. (?:need|substitute|without|suffer|scheduled|test|testing|crisis|week|every|hinder|behind)',
  "(?:meetings?|court appearances?|trial of my own|trials?|depositions?|hearings?|investors?|presentation|conference call|appointments with) .. (?:scheduled|starting|coming up|next|set|can't miss|monday|that week|out of)",
  '(?:deadline|project|publication|film|production|contract|grant|budget|filing) .. (?:due|june|july|month|week|deadline|finish|complete|completion|bring)',
  '(?:i open the|open the (?:office|store)|run the (?:combine|press|machine|kitchen|plant)|call schedule|two-person|state inspectors|report cards|state test(?:s|ing))',
  '(?:too|that) .. (?:long|much time) .. (?:off|away) .. (?:work|job|office)|hard .. (?:take|get) .. (?:off|time off)|take that much time',
].map((source) => source.replace(/ \.\. $/, ''))

export const workRules: readonly Rule[] = [
  ...rulesFor('financial', { 'no-pay': unpaid, shortage, 'own-work': ownWork }),
  ...rulesFor('employment_duty', { duty }),
]
