import { ScanBarcode } from 'lucide-react'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryState } from 'nuqs'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { noRefresh, useAction } from '@/hooks/use-write'
import { notify } from '@/lib/notify'
import { dataOf } from '@/lib/supabase/answer'
import type { PhoneModel } from '@/lib/telephony/provisioning/models'

const ScanDialog = dynamic(() =>
  import('@/components/search/scan-dialog').then((module) => module.ScanDialog),
)
const ScanSettings = dynamic(() => import('./scan-settings').then((module) => module.ScanSettings))

export interface ScannedPhone {
  mac: string
  profile: string | null
  /** From its request for a file. */
  model?: PhoneModel
}

/**
 * Adds phones by scanning their MAC addresses: each scan opens the form of a new device, prefilled through `onScanned`, or the
 * existing device. The camera resumes when the form is closed.
 */
export function ScanToAdd({ onScanned }: { onScanned: (phone: ScannedPhone) => void }) {
  const tenantId = useCurrentTenantId()
  const { act } = useAction(noRefresh)
  const [record, setRecord] = useQueryState('record', parseAsString.withOptions({ history: 'push' }))
  const [step, setStep] = useState<'closed' | 'start' | 'scan' | 'form'>('closed')
  const [series, setSeries] = useState(false)
  const [profile, setProfile] = useState<string | null>(null)
  const lookup = useRef<AbortController>(undefined)
  const scanning = step === 'scan' || (step === 'form' && series && record === null)

  async function found(mac: string) {
    let next: typeof step = 'closed'
    const { signal } = (lookup.current = new AbortController())
    await act(async (supabase) => {
      const devices = supabase.from('devices').select('id, tenant_id')
      const [known] = dataOf(await devices.eq('mac', mac).limit(1))
      if (signal.aborted) return
      if (known && known.tenant_id !== tenantId) {
        void notify('error', `${mac} belongs to another tenant`)
        return
      }
      onScanned({ mac, profile })
      await setRecord(known?.id ?? 'new')
      next = 'form'
    })
    if (!signal.aborted) setStep(next)
  }

  function close() {
    lookup.current?.abort()
    setStep('closed')
  }

  return (
    <>
      <Button icon={ScanBarcode} iconSize={16} onClick={() => setStep('start')}>
        Scan
      </Button>
      {step === 'start' ? (
        <ScanSettings
          onClose={() => setStep('closed')}
          onStart={(chosen, many) => {
            setProfile(chosen)
            setSeries(many)
            setStep('scan')
          }}
        />
      ) : null}
      <ScanDialog open={scanning} onClose={close} onScan={(mac) => void found(mac)} />
    </>
  )
}
