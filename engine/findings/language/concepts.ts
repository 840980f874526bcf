/** Word families of a voir dire by meaning: what lets one phrasing stand for many. Data only. */

const lists: Record<string, string> = {
  kin: 'mother mom mama momma mum mommy father dad daddy papa pop parent husband wife spouse partner fiance fiancee girlfriend boyfriend brother sister sibling uncle aunt auntie cousin nephew niece grandmother grandfather grandma grandpa granddad granny nana abuela grandparent stepmother stepfather stepdad stepmom stepbrother stepsister mother-in-law father-in-law brother-in-law sister-in-law son-in-law daughter-in-law inlaws in-law in-laws family relative folk ex ex-wife ex-husband ex-boyfriend godfather godmother half-brother half-sister old-man',
  child:
    'son daughter kid child baby infant newborn toddler twin triplet boy girl grandson granddaughter grandchild grandkid grandbaby grandbabies granbaby granbabies stepson stepdaughter goddaughter godson kindergartner preschooler teenager toddlers month-old year-old five-month-old little-one',
  friend:
    'friend roommate neighbor neighbour coworker co-worker colleague buddy pal classmate teammate acquaintance pastor boss manager supervisor',
  police:
    'police cop officer policeman policemen policewoman deputy deputies sheriff detective trooper patrolman constable fbi dea atf agent agents feds badge uniform marshal patrol sergeant',
  lawyer: 'lawyer attorney prosecutor counsel paralegal da litigator barrister solicitor magistrate judge',
  party:
    'plaintiff defendant accused prosecution government state defense defence corporation insurer tenant landlord employer employee worker bank victim patient trucker manufacturer company insurance underdog lender borrower contractor',
  money:
    'money pay paid paycheck check wage salary income rent mortgage bill tip commission overtime hourly saving earn earning dollar afford grocery financial financially finance broke debt loan cash scrape breadwinner earner deductible nickel dime pocket unpaid bankrupt wages budget expense expensive cost lease client customer sale sales freelance self-employed contract',
  work: 'job work employer boss shift office company business shop store restaurant manager supervisor coworker staff crew project deadline launch audit quarter payroll contract shorthanded short-staffed understaffed license licensed season harvest combine department surgeon teacher nurse pharmacist foreman lineman position spot classroom report inspector inspection presentation investor probation replace substitute cover coverage system',
  care: 'caregiver caretaker caregiving babysit babysitter sitter nanny daycare childcare nurse nursing breastfeed breast-feed feed bathe lift diaper aide homeschool custody wander watch dementia alzheimer special-need wheelchair disabled autistic backup alone supervise dependent guardian',
  sick: 'surgery operation chemo chemotherapy radiation dialysis transplant cancer tumor stroke seizure epilepsy diabetes diabetic migraine arthritis sciatica herniated vertigo anxiety depression panic ptsd bipolar asthma copd pneumonia infection hospice hospital icu biopsy mri therapy medication medicine pill pregnant insulin incontinence colitis crohn cataract glaucoma parkinson dementia alzheimer lupus sclerosis fibromyalgia kidney liver bladder back knee hip spine disc disability disabled wheelchair oxygen treatment diagnosed diagnosis appointment specialist doctor pain sick ill illness injection dizzy drowsy nausea insomnia hearing deaf blind vision eyes leg shoulder neck heart blood pressure stone stones ventilator c-section cesarean preemie nicu concussion claustrophobic nerve nerves shakes swelling rehab condition infusion pacemaker bypass apnea restroom bathroom',
  travel:
    'vacation cruise trip flight fly flying honeymoon ticket airline airfare travel travelling traveling reservation nonrefundable non-refundable prepaid refund refundable booked book hotel airbnb cabin resort disney beach lake camping conference convention trade tournament passport country abroad overseas itinerary deposit reunion getaway',
  event:
    'wedding marry married marrying funeral memorial burial burying bury graduation graduate graduates graduating baptism christening communion mitzvah quinceanera quinceañera anniversary birthday reception bridesmaid groomsman officiating officiate proposal propose engaged engagement closing mover moving relocate relocating deployment deployed send-off shower prom diploma ceremony adoption godmother godfather maid honor lease',
  school:
    'class semester exam final finals midterm thesis dissertation degree school college university student clinical internship bar boards board certification course professor lab tuition scholarship study studying orientation academy apprenticeship residency cpa mcat lsat nclex ged defend defending committee attendance program summer term test',
  transport:
    'car bus train subway drive driving ride commute ferry parking gas mile miles highway freeway license transmission truck paratransit uber lyft transportation traffic transit carpool far distance upstate route',
  speech:
    'english spanish mandarin cantonese russian korean vietnamese arabic creole language understand read write speak translate translator interpreter interpretation word accent dyslexic dyslexia literacy illiterate spell vocabulary grade',
  faith:
    'sabbath ramadan eid passover yom kippur rosh hashanah easter lent diwali mosque temple church synagogue prayer pray fast fasting holy pastor minister preacher preach revival pilgrimage religious religion faith god lord bible scripture sin soul conscience moral morally forgive forgiveness oath witness adventist jehovah christian muslim jewish catholic orthodox deacon rite mass service commandment commandments',
  fair: 'fair impartial unbiased objective neutral even-handed open-minded openminded equal equally fairly impartially objectively balanced evenly',
  bias: 'bias biased prejudice prejudiced partial unfair slanted one-sided predisposed',
  lean: 'lean leaning side favor tilt tip sympathize sympathetic sympathy root pull pulling rooting inclined partial ahead behind edge advantage head-start point benefit',
  dislike:
    'hate dislike despise loathe detest distrust mistrust disgust disgusted disgusting repugnant angry anger mad furious resent resentment sick stomach abide despicable terrible awful horrible evil trash scum against opposed contempt visceral repulsed cringe ridiculous outrageous',
  like: 'love like admire respect support trust prefer proud favor',
  deceit:
    'lie liar lying lies dishonest crooked corrupt cheat con fraud scam manipulate plant cover hide hiding twist exaggerate fake bogus pad padded shady rigged bought trick deceive snitch hired coached made-up rat sleazy',
  crime:
    'robbed robbery burglar burglary burglarized mugged mugging assault assaulted raped rape molested shot shooting stabbed murder murdered killed attacked stolen stole theft thief carjacked scammed kidnapped abused abuse abusive beaten vandalized victim break-in gunpoint knifepoint jumped snatched',
  legal:
    'sued lawsuit suit arrested arrest convicted conviction charged charge bankruptcy testified deposition deposed probation parole dui dwi divorce custody settlement settled claim misdemeanor felony jail prison indicted small-claims plead pled evicted eviction restraining audited irs ticket compensation',
  guilt:
    'guilty guilt innocent innocence convict acquit acquitted not-guilty prove proof proven burden doubt presume presumption evidence indictment smoke charged arrested accuse accused',
  silent: 'testify testifies testifying stand silent silence quiet speak explain himself herself mouth fifth deny hear',
  punish:
    'penalty death sentence sentencing probation parole life execute execution punishment prison maximum minimum harsh lenient years',
  award:
    'award damages suffering pain million millions punitive cap ceiling limit price dollar verdict anguish compensate compensation zeros',
  sue: 'sue suing sues lawsuit lawsuits frivolous litigious greedy payday lottery billboard malpractice premium ambulance jackpot',
  media:
    'news paper newspaper article headline tv television radio podcast online internet facebook twitter instagram youtube reddit tiktok documentary media post story video channel footage feed google googled',
  juryduty:
    'jury juror alternate foreman foreperson foreperson verdict deliberate deliberated deliberation deadlocked hung mistrial grand',
  law: 'law instruction instructions rule rules statute constitution court instruct instructed order',
  politic:
    'politics political president republican democrat liberal conservative senator governor congressman mayor party administration election campaign vote voted protest activist left-wing right-wing communist socialist union movement candidate white-house regime',
  substance:
    'drug drugs alcohol drunk drinking marijuana weed pot cocaine heroin opioid addict junkie meth tobacco vaping cigarette beer dope addiction',
  weapon: 'gun guns firearm rifle weapon pistol shooting nra ammunition',
  expert:
    'expert engineer accountant pharmacist radiologist therapist mechanic chemist toxicologist forensic medic emt paramedic counselor counselling psychology psychologist psychiatrist adjuster underwriter underwriting auditor architect realtor contractor electrician coder cybersecurity scientist physician surgeon trained training degree gunsmith reconstruction compliance',
  know: 'know knew recognize recognise acquainted met familiar friend friends',
  set: 'aside away separate leave apart ignore disregard forget unhear',
  hedge:
    'maybe probably perhaps possibly might guess suppose hope hopefully try sort kind somewhat think believe likely bit little',
  strong: 'absolutely definitely always never completely totally certain certainly positive no-way period ever',
  time: 'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december week weeks month months tomorrow tonight weekend fourteenth',
  routine:
    'hobby hobbies movie movies music book books garden gardening sport sports baseball basketball football fishing golf cook cooking dog cat dogs cats yoga gym hike hiking knit puzzle church choir club magazine novel novels fiction comedy comedies shows born live lived grew graduated bachelor associate diploma major retired divorced single rent own apartment house',
  solved: 'fine okay resolved settled cleared covered rescheduled moved healed finished over done fixed forgiven',
}

const byWord = new Map<string, string[]>()
for (const [concept, words] of Object.entries(lists)) {
  for (const word of words.split(' ')) {
    const known = byWord.get(word)
    if (known) known.push(concept)
    else byWord.set(word, [concept])
  }
}

/** Reduces a word to its stem by a few safe endings; enough to bring "leans", "leaning" and "leaned" together. */
export function toStem(word: string): string {
  if (word.length > 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 5 && word.endsWith('ing')) return undouble(word.slice(0, -3))
  if (word.length > 4 && word.endsWith('ed')) return undouble(word.slice(0, -2))
  if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}
const undouble = (stem: string) => (/([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem)

/** The families that a word belongs to, by the word itself or its stem. */
export function getConcepts(word: string): readonly string[] {
  return byWord.get(word) ?? byWord.get(toStem(word)) ?? byWord.get(`${toStem(word)}e`) ?? []
}
