import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = pathToFileURL(`${import.meta.dirname}/../../`)

/** Lets Node import the app's modules as the bundler does: without their ending, and from `@/`. */
registerHooks({
  resolve(specifier, context, next) {
    const inApp = specifier.startsWith('@/') || specifier.startsWith('.')
    if (!inApp) return next(specifier, context)
    const base = specifier.startsWith('@/') ? ROOT : context.parentURL
    const url = new URL(specifier.replace(/^@\//, ''), base)
    for (const ending of ['', '.ts', '/index.ts']) {
      const candidate = new URL(url.href + ending)
      if (/\.\w+$/.test(candidate.pathname) && existsSync(fileURLToPath(candidate)))
        return next(candidate.href, context)
    }
    return next(specifier, context)
  },
})
