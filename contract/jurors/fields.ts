type FieldSpec = {
  label: string
  heading?: string
  /** The column width in characters. The default is 24. */
  width?: number
  leftOutBy?: 'employers'
  header: RegExp
  isListed?: true
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

export const mapJurorFields = <T>(toValue: (field: JurorField) => T): Record<JurorField, T> =>
  Object.fromEntries(jurorFieldNames.map((field) => [field, toValue(field)])) as Record<JurorField, T>
