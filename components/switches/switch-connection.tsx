import { useState } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { CopyButton } from '@/components/common/copy-button'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CodeView } from '@/components/ui/code-view'
import { Dialog } from '@/components/ui/dialog'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useSwitchConnection } from '@/hooks/use-switch-connection'
import { useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import { formatDate } from '@/lib/dates/format'
import { publicEnv } from '@/lib/env'
import { may } from '@/lib/session/permissions'
import { configurationFiles, versionProblem } from '@/lib/switches/configuration-files'
import { tlsPort } from '@/lib/switches/tls-port'

export interface ConnectedSwitch {
  id: string
  name: string
  freeswitch_version: string
  external_profile_port: number
  internal_profile_port: number
  secret_set_at: string | null
}

const LEAVING = 'Leave? The secret is shown only here and cannot be read again.'

/** Connects a FreeSWITCH: its secret, shown once when generated, and the configuration files to paste. */
export function SwitchConnection({ row, onClose }: { row: ConnectedSwitch; onClose: () => void }) {
  const { carriers, renew, revoke } = useSwitchConnection(row.id)
  const [secret, setSecret] = useState<string | null>(null)
  useUnsavedChanges(secret !== null, { question: LEAVING })
  const problem = versionProblem(row.freeswitch_version)

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="xl"
      title={`Connect ${row.name}`}
      dismissable={secret === null}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-5">
        {problem ? (
          <Alert
            tone="warning"
            quiet
            title={row.freeswitch_version ? 'This FreeSWITCH is too old' : 'Which FreeSWITCH is it?'}
          >
            {problem}
          </Alert>
        ) : null}
        <Secret row={row} secret={secret} onSecret={setSecret} renew={renew} revoke={revoke} />
        <p className="text-sm text-text-muted">
          With an agent beside the switch, the agent writes these files: put the secret into its{' '}
          <span className="code">SWITCH_SECRET</span> and run{' '}
          <span className="code">npm run switch -- --configuration</span> with the folder, as docs/switch.md
          says. With the files below, the switch asks this app instead.
        </p>
        <Loaded query={carriers} pending={<Skeleton className="h-40 w-full" />} empty={null}>
          {(addresses) => <Files name={row.name} secret={secret} carriers={addresses} />}
        </Loaded>
        <p className="text-sm text-text-muted">
          In <span className="code">autoload_configs/modules.conf.xml</span>, load mod_xml_curl before all
          other modules, and mod_json_cdr. Open ports {row.internal_profile_port} and{' '}
          {tlsPort(row.internal_profile_port)} (TLS) for phones, {row.external_profile_port} and{' '}
          {tlsPort(row.external_profile_port)} (TLS) for carriers. Then restart FreeSWITCH.
        </p>
      </div>
    </Dialog>
  )
}

/** The secret of a switch: when it was set, and buttons that create, renew and revoke it. */
function Secret({
  row,
  secret,
  onSecret,
  renew,
  revoke,
}: {
  row: ConnectedSwitch
  /** While it is shown. */
  secret: string | null
  onSecret: (secret: string | null) => void
} & Pick<ReturnType<typeof useSwitchConnection>, 'renew' | 'revoke'>) {
  const { permissions } = useMember()
  const { run, asking } = useRecentSignIn()
  const [setAt, setSetAt] = useState(row.secret_set_at)
  const [question, setQuestion] = useState<'renew' | 'revoke' | null>(null)
  const mayChange = may(permissions, 'superadmin', 'edit') && may(permissions, 'superadmin', 'reveal_secrets')

  async function change(kind: 'renew' | 'revoke') {
    onSecret(kind === 'renew' ? await run(renew) : null)
    if (kind === 'revoke') await run(revoke)
    setSetAt(kind === 'renew' ? new Date().toISOString() : null)
  }

  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">Secret</h3>
      {secret ? (
        <Alert tone="success" role="status" title="Copy it now: it is not shown again">
          <span className="mt-1 flex items-center gap-2">
            <span className="code break-all">{secret}</span>
            <CopyButton text={secret} what="secret" />
          </span>
        </Alert>
      ) : (
        <p className="text-text-muted">
          {setAt
            ? `Set on ${formatDate(setAt)}. It cannot be shown again, only renewed.`
            : 'No secret yet, so the switch gets no answers.'}
        </p>
      )}
      {mayChange ? (
        <div className="flex flex-wrap gap-2">
          <Button variant={setAt ? 'secondary' : 'primary'} onClick={() => setQuestion('renew')}>
            {setAt ? 'Renew secret' : 'Create secret'}
          </Button>
          {setAt ? (
            <Button variant="danger" onClick={() => setQuestion('revoke')}>
              Revoke secret
            </Button>
          ) : null}
        </div>
      ) : null}
      <ConfirmSignIn asking={asking} />
      {question ? (
        <ConfirmDialog
          open
          onOpenChange={() => setQuestion(null)}
          zIndex={60}
          tone={question === 'renew' && !setAt ? 'primary' : 'danger'}
          title={
            question === 'revoke'
              ? `Revoke the secret of ${row.name}?`
              : setAt
                ? `Renew the secret of ${row.name}?`
                : `Create a secret for ${row.name}?`
          }
          confirmLabel={question === 'revoke' ? 'Revoke secret' : setAt ? 'Renew secret' : 'Create secret'}
          onConfirm={() => change(question)}
        >
          {question === 'revoke'
            ? 'The switch gets no more answers: phones cannot register and calls fail until it has a new secret.'
            : setAt
              ? 'The current secret works for 30 more minutes. Before then, put the new one into the switch’s files or its agent’s settings. If the current secret may have leaked, revoke it instead.'
              : 'It is shown once. Copy it, or the file that holds it.'}
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

/** The configuration files that connect a switch, to copy. */
function Files(switched: { name: string; secret: string | null; carriers: string[] }) {
  const site = publicEnv().siteUrl ?? window.location.origin
  return configurationFiles({ ...switched, site }).map(({ path, about, text }) => (
    <section key={path} className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <h3 className="code min-w-0 break-all text-base font-semibold">{path}</h3>
        <CopyButton text={text} what={path} />
      </div>
      <p className="text-sm text-text-muted">{about}</p>
      <CodeView label={path} className="max-h-72 px-3">
        {text}
      </CodeView>
    </section>
  ))
}
