import { relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'

/** Prints each surviving mutant immediately, so that an interrupted run has reported its findings. */
class SurvivorReporter {
  onMutantTested({ status, fileName, location, mutatorName, replacement }: MutantResult): void {
    if (status !== 'Survived' && status !== 'NoCoverage') return
    const at = `${relative('.', fileName)}:${location.start.line}:${location.start.column}`
    console.log(`${status} ${at} ${mutatorName} → ${replacement?.replace(/\s+/g, ' ').slice(0, 250)}`)
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'survivors', injectableClass: SurvivorReporter }]
