/** `verified` means that we checked the text of the law named in `source`. */
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
const divided: Joint = { kind: 'divided', atLeast: 2 }

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
    notes: ['Multiple defendants share their challenges unless the court allows more.'],
  }),
  forum({
    id: 'us_fed_civil',
    name: 'U.S. District Court, civil',
    jury: { sizes: [6, 7, 8, 9, 10, 11, 12], usual: 8, note: '6 to 12 jurors' },
    rules: [even(3, { id: 'party', label: 'Each party', counts: 'party', suits: civil })],
    source: '28 U.S.C. 1870',
    verified: true,
    notes: ['The court may treat several parties on one side as one, or allow more challenges.'],
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
    notes: ['“Minor” means 90 days or less in the text we checked. One year was enacted later.'],
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
      note: 'The sides take turns, with a full panel before each challenge. Consecutive passes end the selection.',
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
    notes: ['Defendants tried together are one party. A challenge needs a majority of them.'],
  }),
  forum({
    id: 'ny_civil',
    name: 'New York, civil',
    jury: { sizes: [6], usual: 6, note: 'Confirm the jury size with the court.' },
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
    jury: { sizes: [6], usual: 6, note: 'Confirm the jury size with the court.' },
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
    id: 'il_civil',
    name: 'Illinois, civil',
    jury: { sizes: [12, 6], usual: 12, note: 'Confirm the jury size with the court.' },
    alternates: { usual: 0, most: 2 },
    rules: [even(5, { id: 'side', label: 'Each side', suits: civil, verified: false })],
    alternateExtra: { perAlternates: 2, each: 1, atMostAlternates: 2, separate: false, verified: false },
    source: '735 ILCS 5/2-1106',
    verified: false,
    notes: [
      'The text we checked predates the amendment in force since 2026.',
      'For each additional party on the larger side, the court may allow each side up to 3 more.',
    ],
  }),
  forum({
    id: 'ga_criminal',
    name: 'Georgia, criminal',
    rules: [
      even(9, { id: 'felony', label: 'Felony', suits: felony }),
      even(15, { id: 'death', label: 'Death sought', suits: capital }),
    ],
    source: 'O.C.G.A. 15-12-165',
    verified: true,
  }),
  forum({
    id: 'ga_civil',
    name: 'Georgia, civil',
    jury: { sizes: [12, 6], usual: 12, note: '6 in state court, unless a jury of 12 is demanded' },
    alternates: { usual: 0, most: 2 },
    rules: [
      even(6, { id: 'twelve', label: 'Jury of 12, from a panel of 24', suits: civil }),
      even(3, { id: 'six', label: 'State court, jury of 6 from a panel of 12', suits: [] }),
    ],
    alternateExtra: byPairs({ atMostAlternates: 2, separate: true, verified: true }),
    method: {
      value: 'struck_panel',
      note: 'The sides take turns striking, plaintiff first, until only the jury is left.',
    },
    source: 'O.C.G.A. 15-12-122 and 9-11-47',
    verified: true,
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
    id: 'wa_civil',
    name: 'Washington, civil',
    jury: { sizes: [6, 12], usual: 6, note: '6, or 12 if the jury demand says so' },
    alternates: { usual: 0, most: 6 },
    rules: [even(3, { id: 'party', label: 'Each party', counts: 'party', suits: civil })],
    alternateExtra: byPairs({ atMostAlternates: 6, separate: true, verified: true }),
    source: 'RCW 4.44.130; Wash. CR 47(b)',
    verified: true,
    notes: ['Parties on one side challenge together. If their interests conflict, the court may allow each up to 3.'],
  }),
  forum({
    id: 'pa_criminal',
    name: 'Pennsylvania, criminal',
    alternates: { usual: 2, most: 12 },
    rules: [
      even(20, { id: 'capital', label: 'Capital felony', joint: divided, suits: capital }),
      even(7, { id: 'felony', label: 'Felony', joint: divided, suits: felony }),
      even(5, { id: 'misdemeanor', label: 'Misdemeanor', joint: divided, suits: misdemeanor }),
    ],
    alternateExtra: byPairs({ atMostAlternates: 12, separate: true, verified: true }),
    source: 'Pa. R. Crim. P. 633 and 634',
    verified: true,
    notes: [
      'Defendants tried together divide the number for the most serious charge. The court may allow each up to the full number.',
      'Defendants tried together each get the challenges for alternates. The Commonwealth gets as many as all of them combined.',
    ],
  }),
  forum({
    id: 'pa_civil',
    name: 'Pennsylvania, civil',
    jury: { sizes: [12, 8], usual: 12, note: 'Confirm the jury size with the court.' },
    rules: [even(4, { id: 'party', label: 'Each party', counts: 'party', suits: civil, verified: false })],
    source: 'Pa. R. Civ. P. 221',
    verified: false,
  }),
  forum({
    id: 'nj_criminal',
    name: 'New Jersey, criminal',
    rules: [
      rule(12, 20, {
        id: 'listed',
        label: 'Offense listed in the rule',
        joint: { kind: 'each', each: 10, prosecutionEach: 6 },
        suits: felony,
        verified: false,
      }),
      even(10, {
        id: 'other',
        label: 'Other offenses',
        joint: { kind: 'each', each: 10 },
        suits: [...felony, ...misdemeanor],
        verified: false,
      }),
    ],
    source: 'N.J. Ct. R. 1:8-3(d)',
    verified: false,
    notes: [
      'Listed offenses include murder, manslaughter, kidnapping, sexual assault, aggravated assault, robbery, burglary, arson, and perjury.',
      'The text we checked is from 2014. The court gives fewer when attorneys conduct voir dire.',
    ],
  }),
  forum({
    id: 'nj_civil',
    name: 'New Jersey, civil',
    jury: { sizes: [6, 12], usual: 6, note: '6, or 12 by order for good cause' },
    rules: [even(6, { id: 'party', label: 'Each party', counts: 'party', suits: civil, verified: false })],
    source: 'N.J. Ct. R. 1:8-2 and 1:8-3(c)',
    verified: false,
  }),
  forum({
    id: 'oh_criminal',
    name: 'Ohio, criminal',
    jury: { sizes: [12, 8], usual: 12, note: 'Misdemeanors: confirm the jury size with the court.' },
    alternates: { usual: 0, most: 6 },
    rules: [
      even(12, { id: 'capital', label: 'Capital', joint: { kind: 'each', each: 12 }, suits: capital, verified: false }),
      even(4, { id: 'felony', label: 'Felony', joint: { kind: 'each', each: 4 }, suits: felony }),
      even(3, { id: 'misdemeanor', label: 'Misdemeanor', joint: { kind: 'each', each: 3 }, suits: misdemeanor }),
    ],
    alternateExtra: byPairs({ atMostAlternates: 6, separate: true, verified: false }),
    source: 'Ohio Rev. Code 2945.21',
    verified: true,
    notes: ['In capital cases, the statute gives 12 and Crim. R. 24 gives fewer. Ask which number the court follows.'],
  }),
  forum({
    id: 'oh_civil',
    name: 'Ohio, civil',
    jury: { sizes: [8], usual: 8, note: 'Confirm the jury size with the court.' },
    rules: [even(3, { id: 'party', label: 'Each party', counts: 'party', suits: civil, verified: false })],
    source: 'Ohio Civ. R. 47(C)',
    verified: false,
    notes: ['Parties with a common interest count as one.'],
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
    notes: ['Arizona has no peremptory challenges. Bills to restore them have been reported.'],
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
