/**
 * Prints the JavaScript that each route loads first, and fails when a route is past its budget.
 * Reads the build in NEXT_DIST_DIR (.next); sizes are kB (1,000 bytes) after gzip, as the network carries them.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const BUDGET_KB = 180
const BUDGETS_KB: Record<string, number> = { '/login': 130 }

interface BuildManifest {
  pages: Record<string, string[]>
  lowPriorityFiles: string[]
}

const dist = path.resolve(process.env.NEXT_DIST_DIR ?? '.next')
const sizes = new Map<string, number>()

function readManifest(): BuildManifest {
  const file = path.join(dist, 'build-manifest.json')
  if (!existsSync(file)) fail(`There is no build in ${dist}. Run \`npm run build\` first.`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Every script a route's page refers to: those of the frame (_app), its own, and the small manifests. */
function scriptsOf(route: string, { pages, lowPriorityFiles }: BuildManifest): Set<string> {
  const files = [...(pages['/_app'] ?? []), ...(pages[route] ?? []), ...lowPriorityFiles]
  return new Set(files.filter((file) => file.endsWith('.js')))
}

/**
 * The scripts in the route's prerendered page, those for browsers without modules left out; undefined when the page
 * is made at each request.
 */
function scriptsInPage(route: string): Set<string> | undefined {
  const file = path.join(dist, 'server/pages', `${route === '/' ? '/index' : route}.html`)
  if (!existsSync(file)) return undefined
  const tags = readFileSync(file, 'utf8').match(/<script\b[^>]*\bsrc="[^"]+"[^>]*>/g) ?? []
  const sources = tags
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .map((tag) => /src="\/_next\/([^"?]+)/.exec(tag)?.[1])
  return new Set(sources.flatMap((source) => (source ? [decodeURIComponent(source)] : [])))
}

function gzippedSize(file: string): number {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const size = gzipSync(readFileSync(path.join(dist, file))).length
  sizes.set(file, size)
  return size
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const manifest = readManifest()
const routes = Object.keys(manifest.pages)
  .filter((route) => route !== '/_app' && route !== '/_error')
  .sort()

const rows = routes.map((route) => {
  const inPage = scriptsInPage(route)
  // Error pages have no scripts (pages/_document.tsx).
  const scripts = inPage?.size === 0 ? inPage : scriptsOf(route, manifest)
  if (inPage && (inPage.size !== scripts.size || [...inPage].some((file) => !scripts.has(file)))) {
    fail(`The page ${route} does not load the scripts that the build manifest names; this check must follow.`)
  }
  const size = [...scripts].reduce((sum, file) => sum + gzippedSize(file), 0) / 1000
  const budget = BUDGETS_KB[route] ?? BUDGET_KB
  return { route, size, budget, over: size > budget }
})

const width = Math.max(...rows.map(({ route }) => route.length))
for (const { route, size, budget, over } of rows) {
  const mark = over ? '  over budget' : ''
  console.log(`${route.padEnd(width)}  ${size.toFixed(1).padStart(6)} kB of ${budget}${mark}`)
}
const over = rows.filter((row) => row.over)
if (over.length > 0) fail(`${over.length} of ${rows.length} routes load more than their budget.`)
