/** A part of the legal page as plain words, so that it can be searched, marked and tested. */
export type LegalBlock = {
  heading?: string
  text?: readonly string[]
  list?: readonly string[]
}

export type LegalSection = {
  /** The links of the whole product lead to these anchors: an anchor never changes its name. */
  anchor: string
  title: string
  blocks: readonly LegalBlock[]
}
