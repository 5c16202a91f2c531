import { createVitest } from 'vitest/node'

// A process that runs the given database test files one after another without restarting, and returns the names of
// failing tests, at least the first.
const vitest = await createVitest({ project: ['database'], watch: false, bail: 1, reporters: [{}] })

process.on('message', async (path: string) => {
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
