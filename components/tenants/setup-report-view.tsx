import { Alert } from '@/components/ui/alert'
import { changeLines, createdLines, problemLines, type SetupReport } from '@/lib/tenants/setup-report'

type Source = 'tenant' | 'file'

/** What is not copied, by source, and why. */
const LEFT_BEHIND: Record<Source, readonly { what: string; why: string }[]> = {
  tenant: [
    { what: 'Numbers, devices and E911 addresses', why: 'each can be in one place only' },
    { what: 'Addresses that phones register from', why: 'they are the other tenant’s networks' },
    {
      what: 'First and last names with their caller ID names, and names of agents',
      why: 'they belong to the other tenant’s users; agents get the name or number of their extension',
    },
    { what: 'Locations of extensions', why: 'a 911 dispatcher is sent there' },
    { what: 'Portal users and email addresses', why: 'they belong to the other tenant’s users' },
    { what: 'Forwarding of extensions to external numbers', why: 'it leads to the other tenant’s users' },
    { what: 'External numbers in ring groups', why: 'they are people’s own phones' },
    {
      what: 'Blocked callers, and block rules of single extensions',
      why: 'they are about the other tenant’s callers and users',
    },
    { what: 'Recordings', why: 'upload the audio again' },
    { what: 'Passwords and PINs', why: 'each extension gets its own password; set the PINs again' },
    { what: 'Licenses, prices and invoices', why: 'they are agreed with each customer' },
  ],
  file: [
    { what: 'Passwords and PINs', why: 'each extension gets its own password; set the PINs again' },
    { what: 'Recordings', why: 'the file holds no audio; upload it again' },
    { what: 'Invitations of portal users', why: 'the users are created; invite them again' },
    { what: 'The validation of E911 addresses', why: 'the carrier validates them for each tenant' },
    { what: 'Licenses, prices and invoices', why: 'they are agreed with each customer' },
  ],
}

/** It may overflow its dialog and has nothing else to focus, so it can be scrolled by keyboard. */
const REACHABLE = { role: 'group', 'aria-label': 'What the new tenant gets', tabIndex: 0 } as const

/** Preview of a new tenant: what would be created, what would be missing, and what prevents it. */
export function SetupReportView({ report, from }: { report: SetupReport; from: Source }) {
  const made = createdLines(report)
  const changes = changeLines(report)
  const problems = problemLines(report)
  return (
    <div {...REACHABLE} ref={takeFocus} className="flex flex-col gap-4 rounded-sm outline-offset-4">
      {problems.length > 0 ? (
        <Alert tone="danger" title="Nothing can be created yet">
          <Lines lines={problems} />
        </Alert>
      ) : (
        <section aria-labelledby="setup-made">
          <h3 id="setup-made" className="mb-1 text-sm font-medium">
            Will be created
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
        <Alert tone="warning" quiet title="Partly copied">
          <Lines lines={changes} />
        </Alert>
      ) : null}
      <section aria-labelledby="setup-left">
        <h3 id="setup-left" className="mb-1 text-sm font-medium">
          Not copied
        </h3>
        <ul className="ml-4 list-disc text-sm text-text-muted">
          {LEFT_BEHIND[from].map(({ what, why }) => (
            <li key={what}>
              <span className="text-text">{what}</span>: {why}
            </li>
          ))}
        </ul>
      </section>
      {from === 'tenant' ? (
        <p className="text-sm text-text-muted">
          Check these copied settings, which may fit only the other tenant’s site: area code, outbound proxy
          and voice VLAN.
        </p>
      ) : null}
    </div>
  )
}

/** The report replaces the form that had focus. */
function takeFocus(report: HTMLDivElement | null) {
  report?.focus()
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
