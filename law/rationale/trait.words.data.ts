/** Word lists for the trait rules. They are regular expressions without anchors. */

export const otherPeople = [
  ...['victims?', 'defendants?', 'officers?', 'plaintiffs?', 'attorneys?', 'lawyers?', 'witness(?:es)?', 'judges?'],
  ...['neighbors?', 'boss(?:es)?', 'co-?workers?', 'doctors?', 'suspects?', 'drivers?', 'supervisors?', 'employees?'],
  ...['tenants?', 'employers?', 'robbers?', 'people', 'patients?', 'customers?', 'clients?', 'students?'],
  ...['politicians?', 'candidates?', 'couples?', 'groups?', 'communit(?:y|ies)', 'famil(?:y|ies)', 'workers?'],
] as const

export const traitTopics = [
  ...['discrimination', 'harassment', 'bias', 'justice', 'slurs?', 'jokes?', 'profiling', 'issues?', 'tensions?'],
  ...['inequality', 'rights', 'labor', 'policy', 'churches', 'schools?'],
] as const

export const attitudes = [
  ...['bias(?:ed)?', 'prejudic\\w*', 'against', 'slurs?', 'racis[mt]', 'sexis[mt]', 'stereotyp\\w*', 'hates?'],
  ...['hatred', 'hostile to(?:ward)?s?', 'dislikes?', 'discriminat\\w*', 'comments? about', 'jokes? about'],
  ...['remarks? about', 'negative (?:views?|feelings?|opinions?) (?:of|about|toward)'],
  ...['uncomfortable (?:around|with)', 'favor(?:s|ed)?', 'partial to', 'views? on', 'opinions? (?:on|about)'],
  ...['trust(?:s|ed)?', 'distrust\\w*', 'believe', 'unfair to', 'fair to', 'sympath\\w+ (?:to|for|with)'],
] as const

export const denialsBefore = [
  ...['not', 'never', 'no', 'nothing to do with', 'regardless of', 'irrespective of', 'without regard to'],
  ...['rather than', 'unrelated to', 'instead of'],
] as const

export const denialsAfter = [
  ...['played no', 'was not', 'is not', "isn[’']t", "wasn[’']t", 'had nothing', 'has nothing', 'had no part'],
  ...['does not matter', 'plays no'],
] as const

export const titles = [
  ...['mr', 'mrs', 'ms', 'dr', 'judge', 'justice', 'officer', 'detective', 'attorney', 'counsel'],
] as const

export const traitSurnames = [
  ...['Black', 'White', 'Brown', 'Young', 'German', 'French', 'Church', 'Christian', 'Gay', 'Man'],
] as const

const coloredThings = [
  ...['masks?', 'hoodies?', 'cloth(?:es|ing)', 'shoes', 'pants', 'gloves?', 'bags?', 'backpacks?', 'guns?'],
  ...['pistols?', 'handguns?', 'vehicles?', 'pickups?', 'motorcycles?', 'phones?', 'wallets?', 'markers?'],
  ...['powder', 'smoke', 'lights?', 't-?shirts?', 'coats?', 'boots', 'shirt'],
] as const

export const blackThings = [
  ...coloredThings,
  ...['box(?:es)?', 'tar', 'mail', 'magic', 'lung', '(?:and|or) blue', 'and white', 'ink', 'ice', 'market', 'belt'],
  ...['car', 'truck', 'suv', 'sedan', 'van', 'dog', 'cat', 'jacket', 'hat', 'widow', 'friday', 'sheep', 'list'],
  ...['lives matter', 'mold', 'eye', 'hole', 'tie'],
] as const

export const whiteThings = [
  ...coloredThings,
  ...['lies?', 'noise', 'papers?', 'boards?', 'house', 'water', 'wine', 'space', 'trucks?', 'vans?', 'cars?'],
  ...['castle', 'out', 'knight'],
] as const

export const caseFigures = [
  'victim',
  'defendant',
  'plaintiff',
  'officer',
  'witness',
  'attorney',
  'complainant',
  'decedent',
] as const

export const deeds = ['robbed', 'attacked', 'hit', 'broke', 'shot', 'was killed', 'died', 'stole'] as const

export const institutions = ['hospital', 'university', 'school', 'charities', 'college', 'medical center'] as const
