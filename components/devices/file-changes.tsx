import { diffArrays } from 'diff'
import { cn } from '@/components/ui/cn'
import { CodeView } from '@/components/ui/code-view'
import { masked, type PhoneConfiguration } from '@/lib/telephony/provisioning/configuration'
import { filesOf } from '@/lib/telephony/provisioning/files'
import { countOf } from '@/lib/words'

const MARKS = { same: ' ', removed: '−', added: '+' }
const AROUND = 2

/** A line of a diff: in both texts, only in the old one, or only in the new one. */
interface DiffLine {
  kind: keyof typeof MARKS
  text: string
}

/** The changes of a phone's configuration file, line by line. */
export function FileChanges({ before, after }: { before: PhoneConfiguration; after: PhoneConfiguration }) {
  const lines = diffLines(textOf(before), textOf(after))
  const added = lines.filter(({ kind }) => kind === 'added').length
  const removed = lines.filter(({ kind }) => kind === 'removed').length
  if (added + removed === 0) {
    return <p className="text-base text-text-muted">Nothing changes in the phones’ files.</p>
  }
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-sm text-text-muted">
        {countOf(added, 'line')} added, {removed} removed
      </p>
      <CodeView label="Changes to the configuration file" className="max-h-72">
        {nearChanges(lines).map((line, index) => (
          <div
            key={index}
            className={cn(
              'px-3',
              line === null && 'text-text-muted',
              line?.kind === 'added' && 'bg-success-soft text-success-text',
              line?.kind === 'removed' && 'bg-danger-soft text-danger-text',
            )}
          >
            {line === null ? '⋯' : `${MARKS[line.kind]} ${line.text}`}
          </div>
        ))}
      </CodeView>
    </div>
  )
}

function textOf(configuration: PhoneConfiguration): string {
  return filesOf(masked(configuration))
    .map(({ text }) => text)
    .join('')
}

/** The changed lines with some context; null stands for omitted lines. */
function nearChanges(lines: DiffLine[]): (DiffLine | null)[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same'),
  )
  return lines.flatMap((line, index) => (near[index] ? [line] : near[index - 1] ? [null] : []))
}

function diffLines(earlier: string, later: string): DiffLine[] {
  return diffArrays(earlier.split('\n'), later.split('\n')).flatMap(({ value, added, removed }) =>
    value.map((text) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text }) as const),
  )
}
