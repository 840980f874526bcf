/** A table before it is a file: plain data. */
export type TableCell = string | number | null
export type Table = {
  /** Of the sheet: at most 31 characters, none of : \ / ? * [ ]. */
  name: string
  columns: { title: string; widthChars: number }[]
  rows: TableCell[][]
}

/** What a cell of an Excel sheet holds; a file with a longer one is said to be damaged when it is opened. */
const mostCellChars = 32_767
const cutMark = ' … [Cut here: a cell of a sheet holds no more. The CSV has all of it.]'

/** A cell as an Excel sheet can hold it: a transcript without speakers is one turn of a whole day. */
export const inSheet = (cell: TableCell): TableCell =>
  typeof cell === 'string' && cell.length > mostCellChars
    ? cell.slice(0, mostCellChars - cutMark.length).toWellFormed() + cutMark
    : cell
