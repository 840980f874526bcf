/** What jurors say about themselves: each field once, with what forms, lists, imports, exports, and search need. */
type FieldSpec = {
  label: string
  /** Column heading, if the label is too long for it. */
  heading?: string
  /** Column width in characters; 24 unless given. */
  width?: number
  /** The export option that leaves it out. */
  leftOutBy?: 'employers'
  /** Headers of imported tables that mean it. */
  header: RegExp
  /** A column of the list, asked for when a juror is added. */
  isListed?: true
  /** Found by the search of the list. */
  isSearched?: true
}

const specs = {
  occupation: {
    label: 'Occupation',
    header: /^(occupation|job|profession|work)$/i,
    isListed: true,
    isSearched: true,
  },
  employer: {
    label: 'Employer',
    width: 20,
    leftOutBy: 'employers',
    header: /^(employer|company|workplace)$/i,
    isSearched: true,
  },
  education: { label: 'Education', header: /^(education|school|degree|highest education)$/i },
  householdNote: { label: 'Household', header: /^(household|family|spouse|household note)/i },
  priorJury: { label: 'Prior jury service', heading: 'Prior jury', header: /^(prior|previous) jur/i },
  county: { label: 'County', header: /^(county|parish|residence county)$/i },
} satisfies Record<string, FieldSpec>

export type JurorField = keyof typeof specs
export const jurorFields: Readonly<Record<JurorField, FieldSpec>> = specs
export const jurorFieldNames = Object.keys(specs) as [JurorField, ...JurorField[]]

export const listedJurorFields = jurorFieldNames.filter((field) => jurorFields[field].isListed)
export const searchedJurorFields = jurorFieldNames.filter((field) => jurorFields[field].isSearched)

/** The same for every field. */
export const mapJurorFields = <T>(toValue: (field: JurorField) => T): Record<JurorField, T> =>
  Object.fromEntries(jurorFieldNames.map((field) => [field, toValue(field)])) as Record<JurorField, T>
