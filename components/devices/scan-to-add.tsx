import { ScanBarcode } from 'lucide-react'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryState } from 'nuqs'
import { useRef, useState } from 'react'
import type { ScanLookup } from '@/components/search/scan-dialog'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-code'
import { useCodeAhead } from '@/hooks/use-code-ahead'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { noRefresh, useWrite } from '@/hooks/use-write'
import { failureMessage } from '@/lib/errors'
import { deviceOfMac } from '@/lib/telephony/phones-client'
import type { PhoneModel } from '@/lib/telephony/provisioning/models'

const ScanDialog = lateDialog(
  dynamic(() => import('@/components/search/scan-dialog').then((module) => module.ScanDialog)),
)
const ScanSettings = lateDialog(
  dynamic(() => import('./scan-settings').then((module) => module.ScanSettings)),
)

export interface ScannedPhone {
  mac: string
  profile: string | null
  /** From its request for a file. */
  model?: PhoneModel
}

/**
 * Adds phones by scanning their MAC addresses: each scan opens the form of a new device, prefilled through `onScanned`, or the
 * existing device; without a camera, the address is typed there. The camera resumes when the form is closed, and stays on if a phone cannot be looked up or belongs to another tenant.
 */
export function ScanToAdd({ onScanned }: { onScanned: (phone: ScannedPhone) => void }) {
  const tenantId = useCurrentTenantId()
  const read = useWrite(noRefresh)
  const [record, setRecord] = useQueryState('record', parseAsString.withOptions({ history: 'push' }))
  const [step, setStep] = useState<'closed' | 'start' | 'scan' | 'form'>('closed')
  const [series, setSeries] = useState(false)
  const [profile, setProfile] = useState<string | null>(null)
  const [lookup, setLookup] = useState<ScanLookup>()
  const [past, setPast] = useState<string>()
  const pending = useRef<AbortController>(undefined)
  useCodeAhead(true, [ScanSettings, ScanDialog])
  const scanning = step === 'scan' || (step === 'form' && series && record === null)

  async function found(mac: string) {
    const { signal } = (pending.current = new AbortController())
    setLookup({ mac })
    try {
      const known = await read((supabase) => deviceOfMac(supabase, mac))
      if (signal.aborted) return
      if (known && known.tenant_id !== tenantId) {
        setLookup({ mac, problem: { title: `${mac} belongs to another tenant` } })
        return
      }
      onScanned({ mac, profile })
      await setRecord(known?.id ?? 'new')
      setLookup(undefined)
      setPast(mac)
      setStep('form')
    } catch (error) {
      if (signal.aborted) return
      const problem = { title: `${mac} could not be looked up`, text: failureMessage(error) }
      setLookup({ mac, problem: { ...problem, again: () => void found(mac) } })
    }
  }

  function close() {
    pending.current?.abort()
    setLookup(undefined)
    setStep('closed')
  }

  /** Without a camera there is nothing to go back to once the form is closed. */
  function type() {
    close()
    onScanned({ mac: '', profile })
    void setRecord('new')
  }

  return (
    <>
      <Button icon={ScanBarcode} iconSize={16} onClick={() => setStep('start')}>
        Scan
      </Button>
      {step === 'start' ? (
        <ScanSettings
          chosen={profile}
          // Its answer comes once, also if the next dialog is there already.
          onClose={() => setStep((now) => (now === 'start' ? 'closed' : now))}
          onStart={(chosen, many) => {
            setProfile(chosen)
            setSeries(many)
            setPast(undefined)
            setStep('scan')
          }}
        />
      ) : null}
      {scanning ? (
        <ScanDialog
          open
          lookup={lookup}
          past={past}
          onClose={close}
          onType={type}
          onScan={(mac) => void found(mac)}
        />
      ) : null}
    </>
  )
}
