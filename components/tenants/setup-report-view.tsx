import { Alert } from '@/components/ui/alert'
import { changeLines, madeLines, problemLines, type SetupReport } from '@/lib/tenants/setup-report'

/** What a new tenant would be given, what would be missing, and what stands in the way. */
export function SetupReportView({ report }: { report: SetupReport }) {
  const made = madeLines(report)
  const changes = changeLines(report)
  const problems = problemLines(report)
  return (
    <div className="flex flex-col gap-4">
      {problems.length > 0 ? (
        <Alert tone="danger" title="Nothing can be made yet">
          <Lines lines={problems} />
        </Alert>
      ) : (
        <section aria-labelledby="setup-made">
          <h3 id="setup-made" className="mb-1 text-sm font-medium">
            Will be made
          </h3>
          {made.length > 0 ? (
            <ul className="grid gap-x-6 text-base sm:grid-cols-2">
              {made.map((line) => (
                <li key={line} className="numeric">
                  {line}
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-base text-text-muted">The tenant, with its settings only.</p>
          )}
        </section>
      )}
      {changes.length > 0 ? (
        <Alert tone="warning" quiet title="Taken over in part">
          <Lines lines={changes} />
        </Alert>
      ) : null}
      <p className="text-sm text-text-muted">
        Passwords and PINs, numbers, devices, recordings, users, agents and mail addresses are never copied.
        Every extension gets a password of its own.
      </p>
    </div>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="ml-4 list-disc">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
