/** The forums and their rules, as data. `verified` says whether the text of the law was seen; `source` says where. */
import type { CaseType } from '#contract/cases/data.ts'
import type { AlternateExtra, Forum, ForumRule, Joint } from './forum.ts'

const felony = ['criminal_felony'] as const
const misdemeanor = ['criminal_misdemeanor'] as const
const capital = ['criminal_capital'] as const
const civil = [
  'civil_personal_injury',
  'civil_medmal',
  'civil_employment',
  'civil_commercial',
  'civil_ip',
  'civil_other',
] as const

type Given = Pick<ForumRule, 'id' | 'label'> &
  Partial<Pick<ForumRule, 'counts' | 'joint' | 'verified'>> & { suits: readonly CaseType[] }
const shared: Joint = { kind: 'shared' }

/** `plaintiff` is the prosecution in a criminal case. */
const rule = (plaintiff: number, defense: number, given: Given): ForumRule => ({
  counts: 'side',
  joint: shared,
  verified: true,
  ...given,
  plaintiff,
  defense,
})
const even = (each: number, given: Given): ForumRule => rule(each, each, given)

type GivenForum = Pick<Forum, 'id' | 'name' | 'rules' | 'source' | 'verified'> & Partial<Forum>
const forum = (given: GivenForum): Forum => ({
  jury: { sizes: [12], usual: 12, note: '' },
  alternates: { usual: 0, most: 12 },
  alternateExtra: null,
  backStrikes: null,
  method: null,
  notes: [],
  ...given,
})

/** One more challenge for one or two alternates, two for three or four, and so on. */
const byPairs = (given: Pick<AlternateExtra, 'atMostAlternates' | 'separate' | 'verified'>): AlternateExtra => ({
  perAlternates: 2,
  each: 1,
  ...given,
})

export const forums: readonly Forum[] = [
  forum({
    id: 'us_fed_criminal',
    name: 'U.S. District Court, criminal',
    alternates: { usual: 2, most: 6 },
    rules: [
      even(20, { id: 'death', label: 'Death penalty sought', suits: capital }),
      rule(6, 10, { id: 'felony', label: 'Felony (more than one year)', suits: felony }),
      even(3, { id: 'misdemeanor', label: 'Misdemeanor', suits: misdemeanor }),
    ],
    alternateExtra: byPairs({ atMostAlternates: 6, separate: true, verified: false }),
    source: 'Fed. R. Crim. P. 24',
    verified: true,
    notes: ['Several defendants use their number jointly unless the court allows more.'],
  }),
  forum({
    id: 'us_fed_civil',
    name: 'U.S. District Court, civil',
    jury: { sizes: [6, 7, 8, 9, 10, 11, 12], usual: 8, note: '6 to 12 jurors' },
    rules: [even(3, { id: 'party', label: 'Each party', counts: 'party', suits: civil })],
    source: '28 U.S.C. 1870',
    verified: true,
    notes: ['The court may take several parties of one side for one, or allow more.'],
  }),
  forum({
    id: 'ca_criminal',
    name: 'California Superior Court, criminal',
    rules: [
      even(20, { id: 'death_or_life', label: 'Death or life imprisonment', suits: capital }),
      even(10, { id: 'other', label: 'Other offenses', joint: { kind: 'extraEach', each: 5 }, suits: felony }),
      even(6, { id: 'minor', label: 'Minor offenses', suits: misdemeanor, verified: false }),
    ],
    source: 'Cal. Code Civ. Proc. 231(a)-(b)',
    verified: true,
    notes: ['What counts as minor: 90 days or less in the text seen; one year was enacted later.'],
  }),
  forum({
    id: 'ca_civil',
    name: 'California Superior Court, civil',
    rules: [
      even(6, { id: 'two_parties', label: 'Two parties', suits: civil }),
      even(8, { id: 'more_parties', label: 'More than two parties, for each side', suits: [] }),
    ],
    method: {
      value: 'strike_and_replace',
      note: 'The sides take turns, the panel is full before each challenge, and passes in a row end it.',
    },
    source: 'Cal. Code Civ. Proc. 231(c)-(d)',
    verified: true,
  }),
  forum({
    id: 'ca_expedited',
    name: 'California mandatory expedited jury trial',
    jury: { sizes: [8], usual: 8, note: '' },
    alternates: { usual: 1, most: 1 },
    rules: [even(4, { id: 'side', label: 'Each side', suits: civil })],
    source: 'Cal. Code Civ. Proc. 630.23',
    verified: true,
  }),
  forum({
    id: 'tx_criminal',
    name: 'Texas, criminal',
    jury: { sizes: [12, 6], usual: 12, note: '6 in county court' },
    alternates: { usual: 0, most: 4 },
    rules: [
      even(15, { id: 'death', label: 'Capital, death sought', joint: { kind: 'each', each: 8 }, suits: capital }),
      even(10, { id: 'felony', label: 'Felony', joint: { kind: 'each', each: 6 }, suits: felony }),
      even(5, {
        id: 'misdemeanor_district',
        label: 'Misdemeanor in district court',
        joint: { kind: 'each', each: 3 },
        suits: misdemeanor,
      }),
      even(3, {
        id: 'misdemeanor_county',
        label: 'Misdemeanor in county court',
        joint: { kind: 'each', each: 3 },
        suits: misdemeanor,
      }),
    ],
    alternateExtra: byPairs({ atMostAlternates: 4, separate: true, verified: true }),
    source: 'Tex. Code Crim. Proc. 35.15',
    verified: true,
  }),
  forum({
    id: 'tx_civil',
    name: 'Texas, civil',
    jury: { sizes: [12, 6], usual: 12, note: '6 in county court' },
    rules: [
      even(6, { id: 'district', label: 'District court, each party', counts: 'party', suits: civil, verified: false }),
      even(3, { id: 'county', label: 'County court, each party', counts: 'party', suits: [], verified: false }),
    ],
    source: 'Tex. R. Civ. P. 233',
    verified: false,
  }),
  forum({
    id: 'ny_criminal',
    name: 'New York, superior court criminal',
    rules: [
      even(20, { id: 'class_a', label: 'Class A felony', suits: [] }),
      even(15, { id: 'class_b_c', label: 'Class B or C felony', suits: [] }),
      even(10, { id: 'other', label: 'Other', suits: misdemeanor }),
    ],
    alternateExtra: { perAlternates: 1, each: 2, atMostAlternates: 6, separate: false, verified: true },
    source: 'N.Y. Crim. Proc. Law 270.25',
    verified: true,
    notes: ['Defendants tried together are one party; the majority of them decides on a challenge.'],
  }),
  forum({
    id: 'ny_civil',
    name: 'New York, civil',
    jury: { sizes: [6], usual: 6, note: 'Check the size with the court.' },
    rules: [even(3, { id: 'side', label: 'Each side', suits: civil, verified: false })],
    alternateExtra: byPairs({ atMostAlternates: 12, separate: false, verified: false }),
    source: 'N.Y. CPLR 4109',
    verified: false,
  }),
  forum({
    id: 'fl_criminal',
    name: 'Florida, criminal',
    jury: { sizes: [6, 12], usual: 6, note: '12 in capital cases' },
    rules: [
      even(10, {
        id: 'death_or_life',
        label: 'Death or life imprisonment',
        joint: { kind: 'each', each: 10 },
        suits: capital,
      }),
      even(6, { id: 'over_year', label: 'More than 12 months', joint: { kind: 'each', each: 6 }, suits: felony }),
      even(3, { id: 'other', label: 'Other', joint: { kind: 'each', each: 3 }, suits: misdemeanor }),
    ],
    backStrikes: { allowed: true, verified: false },
    source: 'Fla. Stat. 913.08',
    verified: true,
  }),
  forum({
    id: 'fl_civil',
    name: 'Florida, civil',
    jury: { sizes: [6], usual: 6, note: 'Check the size with the court.' },
    rules: [even(3, { id: 'party', label: 'Each party', counts: 'party', suits: civil, verified: false })],
    source: 'Fla. R. Civ. P. 1.431(d)',
    verified: false,
  }),
  forum({
    id: 'il_criminal',
    name: 'Illinois, criminal',
    rules: [
      even(7, { id: 'felony', label: 'Felony, one defendant', suits: felony, verified: false }),
      even(5, { id: 'other', label: 'Other', suits: misdemeanor, verified: false }),
    ],
    source: 'Ill. S. Ct. Rule 434(d)',
    verified: false,
  }),
  forum({
    id: 'ga_criminal',
    name: 'Georgia, criminal',
    rules: [
      even(9, { id: 'felony', label: 'Felony', suits: felony, verified: false }),
      even(15, { id: 'death', label: 'Death sought', suits: capital, verified: false }),
    ],
    source: 'O.C.G.A. 15-12-165',
    verified: false,
  }),
  forum({
    id: 'wa_criminal',
    name: 'Washington, criminal',
    rules: [
      even(6, { id: 'felony', label: 'Felony', suits: felony, verified: false }),
      even(3, { id: 'misdemeanor', label: 'Misdemeanor', suits: misdemeanor, verified: false }),
    ],
    source: 'Wash. CrR 6.4(e)',
    verified: false,
  }),
  forum({
    id: 'mi_district_criminal',
    name: 'Michigan District Court, criminal',
    jury: { sizes: [6], usual: 6, note: '' },
    rules: [
      even(3, { id: 'defendant', label: 'Each defendant', joint: { kind: 'each', each: 3 }, suits: misdemeanor }),
    ],
    source: 'Mich. Ct. R. 6.620(B)',
    verified: true,
  }),
  forum({
    id: 'az_all',
    name: 'Arizona, criminal and civil',
    rules: [even(0, { id: 'any', label: 'Any case', suits: [...capital, ...felony, ...misdemeanor, ...civil] })],
    source: 'Ariz. Sup. Ct. Order R-21-0020, in force since 2022',
    verified: true,
    notes: ['Arizona has no peremptory challenges. Bills to restore them are reported.'],
  }),
  forum({
    id: 'custom',
    name: 'Other, or set by order',
    jury: { sizes: [], usual: 12, note: '' },
    rules: [],
    source: '',
    verified: false,
  }),
]
