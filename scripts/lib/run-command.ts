import { BackendError } from '../../local/errors.ts'
import { ArchiveError } from './call-archive-io.ts'
import { StartError } from './settings.ts'

/** Runs a command; of an expected failure, only the message is shown. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const expected = [ArchiveError, BackendError, StartError].some((kind) => error instanceof kind)
    console.error(expected && error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
