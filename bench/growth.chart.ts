export type Series = { name: string; points: { x: number; y: number }[] }

const size = { width: 640, height: 320, left: 64, right: 150, top: 36, bottom: 48 }
const colors = ['#2563eb', '#d97706', '#059669', '#dc2626']
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function drawChart(title: string, xTitle: string, yTitle: string, series: readonly Series[]): string {
  const all = series.flatMap(({ points }) => points)
  const [xMax, yMax] = [Math.max(...all.map(({ x }) => x)), niceCeiling(Math.max(...all.map(({ y }) => y)))]
  const [innerWidth, innerHeight] = [size.width - size.left - size.right, size.height - size.top - size.bottom]
  const x = (value: number) => (size.left + (value / xMax) * innerWidth).toFixed(1)
  const y = (value: number) => (size.top + innerHeight - (value / yMax) * innerHeight).toFixed(1)
  const label = (at: string, text: string, rest = '') => `<text ${at} ${rest}>${escape(text)}</text>`
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const value = part * yMax
    return `<line x1="${size.left}" x2="${size.left + innerWidth}" y1="${y(value)}" y2="${y(value)}" stroke="#88888855"/>${label(`x="${size.left - 8}" y="${Number(y(value)) + 4}"`, short(value), 'text-anchor="end"')}`
  })
  const ticks = [...new Set(all.map((point) => point.x))].map((value) =>
    label(`x="${x(value)}" y="${size.height - size.bottom + 18}"`, short(value), 'text-anchor="middle"'),
  )
  const lines = series.map(({ name, points }, at) => {
    const color = colors[at % colors.length]
    const last = points.at(-1)
    const path = points.map((point) => `${x(point.x)},${y(point.y)}`).join(' ')
    const dots = points.map(
      (point) =>
        `<circle cx="${x(point.x)}" cy="${y(point.y)}" r="3" fill="${color}"><title>${escape(`${name}: ${short(point.y)} at ${point.x}`)}</title></circle>`,
    )
    const ending = last
      ? label(
          `x="${Number(x(last.x)) + 8}" y="${Number(y(last.y)) + 4}"`,
          `${name} ${short(last.y)}`,
          `fill="${color}"`,
        )
      : ''
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}${ending}`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escape(title)}" font-family="sans-serif" font-size="12" fill="#666">`,
    `<rect width="${size.width}" height="${size.height}" fill="#fff"/>`,
    label(`x="${size.left}" y="20"`, title, 'font-size="14" fill="#222"'),
    label(`x="${size.left + innerWidth / 2}" y="${size.height - 10}"`, xTitle, 'text-anchor="middle"'),
    label(`x="8" y="${size.top - 4}"`, yTitle),
    ...grid,
    ...ticks,
    ...lines,
    '</svg>\n',
  ].join('\n')
}

const short = (value: number): string => String(Number(value.toPrecision(3)))

function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)))
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power
}
