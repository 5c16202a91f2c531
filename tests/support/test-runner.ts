import { createVitest } from 'vitest/node'
import type { TestBackend } from './backend'

/** A test file to run, and the backend to run it on. */
export interface Run {
  path: string
  backend: TestBackend
}

// A process that runs the given database test files one after another without restarting, and returns the names of
// failing tests, at least the first.
const vitest = await createVitest({ project: ['database'], watch: false, bail: 1, reporters: [{}] })

process.on('message', async ({ path, backend }: Run) => {
  // The global setup, which the first run calls, takes it from the environment.
  process.env.TEST_SUPABASE_URL = backend.url
  process.env.TEST_ANON_KEY = backend.anonKey
  process.env.TEST_SERVICE_KEY = backend.serviceKey
  process.env.TEST_DATABASE_URL = backend.databaseUrl
  for (const project of vitest.projects) project.provide('supabase', backend)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications([path]),
  )
  // These include tests of earlier runs, with their results.
  const asked = testModules.filter(({ moduleId }) => moduleId.endsWith(`/${path}`))
  const failed = asked.flatMap((module) => [
    ...[...module.children.allTests('failed')].map((test) => test.fullName),
    ...(module.state() === 'failed' ? [module.moduleId] : []),
  ])
  process.send?.([...failed, ...unhandledErrors.map((error) => (error as Error).message)])
})
process.on('disconnect', () => void vitest.close())
process.send?.('ready')
