import { useState } from 'react'
import { ReferenceSelect } from '@/components/common/reference-select'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Switch } from '@/components/ui/switch'
import { recordOf } from '@/lib/resources/kinds'

const PROFILE = recordOf('device_profiles')

export type ScanSettingsProps = {
  /** The profile that was chosen last. */
  chosen: string | null
  onClose: () => void
  onStart: (profile: string | null, oneAfterTheOther: boolean) => void
}

/** Settings for the phones about to be scanned. */
export function ScanSettings({ chosen, onClose, onStart }: ScanSettingsProps) {
  const [profile, setProfile] = useState(chosen)
  const [many, setMany] = useState(true)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Add phones by scanning"
      description="Scan the barcode of a MAC address: on the phone’s back or on its box."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onStart(profile, many)}>
            Start scanning
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormRow label="Profile">
          <ReferenceSelect to={PROFILE} value={profile} onChange={setProfile} />
        </FormRow>
        <Switch
          label="One after the other"
          hint="The camera starts again after a phone is saved."
          checked={many}
          onChange={(event) => setMany(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}
