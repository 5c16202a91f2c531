import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(path.join(process.cwd(), 'styles/tokens.css'), 'utf8')

const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map((match) => [
    match[1] ?? '',
    { light: match[2] ?? '', dark: match[3] ?? '' },
  ]),
)

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast ratio of two tokens in one theme. */
function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [lighter, darker] = [one, other]
    .map((name) => {
      const token = tokens.get(name)
      if (!token) throw new Error(`No token --${name}`)
      return luminance(token[theme])
    })
    .sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

const AREAS = ['canvas', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover', 'surface-active']
const TONES = ['accent', 'danger', 'warning', 'success', 'info']

const TEXT_PAIRS: [string, string][] = [
  ...AREAS.flatMap((area): [string, string][] => [
    ['text', area],
    ['text-muted', area],
  ]),
  ...TONES.flatMap((tone): [string, string][] => [
    [`${tone}-text`, `${tone}-soft`],
    [`${tone}-text`, 'canvas'],
    [`${tone}-text`, 'surface'],
    [`${tone}-text`, 'surface-raised'],
    ['text', `${tone}-soft`],
    ['text-muted', `${tone}-soft`],
  ]),
  ['accent-contrast', 'accent'],
  ['accent-contrast', 'accent-hover'],
  ['danger-contrast', 'danger'],
  ['danger-contrast', 'danger-hover'],
  ['tooltip-text', 'tooltip'],
]

const GRAPHIC_PAIRS: [string, string][] = [
  ...AREAS.map((area): [string, string] => ['focus', area]),
  ...['canvas', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover'].map(
    (area): [string, string] => ['border-control', area],
  ),
  ...['danger', 'warning', 'success', 'info'].flatMap((tone): [string, string][] => [
    [tone, 'surface'],
    [tone, 'surface-hover'],
    [tone, 'surface-raised'],
  ]),
  ['accent', 'surface'],
  ['accent-contrast', 'border-control'],
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(TEXT_PAIRS)('text in %s is readable on %s (4.5:1)', (text, area) => {
    expect(contrast(text, area, theme)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(GRAPHIC_PAIRS)('%s is distinguishable from %s (3:1)', (mark, area) => {
    expect(contrast(mark, area, theme)).toBeGreaterThanOrEqual(3)
  })
})

test('no property is set to a keyword that would make the property itself inherit', () => {
  const folder = path.join(process.cwd(), 'styles')
  const all = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'))
  expect(all.join('\n').match(/--[\w-]+:\s*(inherit|unset|revert|initial)\b/g)).toBeNull()
})
