import type { Tracks } from '../tracks.ts'

export type Canvas = { width: number; height: number; rate: readonly [number, number] }

const largest = { width: 1920, height: 1080 } as const
const leastHeight = 360
const withoutPicture: Canvas = { width: 1280, height: 720, rate: [25, 1] }

const standardRates: readonly (readonly [number, number])[] = [
  [24000, 1001],
  [24, 1],
  [25, 1],
  [30000, 1001],
  [30, 1],
  [48, 1],
  [50, 1],
  [60000, 1001],
  [60, 1],
]
const perSecond = ([over, under]: readonly [number, number]): number => over / under

/** Uses the largest display size and a frame rate, up to 60 fps, that doesn't drop any frames. */
export function chooseCanvas(clips: readonly Tracks[]): Canvas {
  const videos = clips.flatMap(({ video }) => (video ? [video] : []))
  const shown = videos.map(({ width: stored, height, pixelAspect, rotation }) => {
    const width = stored * pixelAspect
    return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
  })
  const lying = shown.filter(({ width, height }) => width >= height)
  const [size] = (lying.length > 0 ? lying : shown).toSorted((a, b) => b.width * b.height - a.width * a.height)
  if (!size) return withoutPicture
  const shrink = Math.min(1, largest.width / size.width, largest.height / size.height)
  const factor = Math.max(shrink, Math.min(leastHeight / size.height, largest.width / size.width))
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * factor) / 2))
  return { width: even(size.width), height: even(size.height), rate: chooseRate(videos.map((each) => each.frameRate)) }
}

const alike = 0.002

function chooseRate(rates: readonly (readonly [number, number])[]): readonly [number, number] {
  const highest = rates.toSorted((a, b) => perSecond(b) - perSecond(a))[0]!
  const isAlike = rates.every((each) => perSecond(highest) / perSecond(each) - 1 < alike)
  // Keep unusual rates, such as the 12.5 fps of some courtroom cameras.
  const near = standardRates.find((each) => Math.abs(perSecond(each) / perSecond(highest) - 1) < alike)
  if (isAlike && !near && perSecond(highest) >= 5 && perSecond(highest) <= 60) return highest
  return near ?? standardRates.find((each) => perSecond(each) >= perSecond(highest)) ?? [60, 1]
}
