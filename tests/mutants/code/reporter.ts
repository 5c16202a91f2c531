import { relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'

/** Tells of each change that no test notices as soon as that is known, so that a run that is ended early has said what it found. */
class SurvivorReporter {
  onMutantTested({ status, fileName, location, mutatorName, replacement }: MutantResult): void {
    if (status !== 'Survived' && status !== 'NoCoverage') return
    const at = `${relative('.', fileName)}:${location.start.line}:${location.start.column}`
    console.log(`${status} ${at} ${mutatorName} → ${replacement?.replace(/\s+/g, ' ').slice(0, 250)}`)
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'survivors', injectableClass: SurvivorReporter }]
