/** Pixels of a side: twice the largest that is shown. */
const side = 128
const quality = 0.85

/** A square of the middle of a picture as a small data address; null where the file is no picture of a browser. */
export async function readPicture(file: File): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const edge = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - edge) / 2, (bitmap.height - edge) / 2]
  canvas.getContext('2d')?.drawImage(bitmap, left, top, edge, edge, 0, 0, side, side)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', quality)
}
