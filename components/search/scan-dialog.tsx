import { type ReactNode, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useBarcodeScanner } from '@/hooks/use-barcode-scanner'
import { formatDeviceMac } from '@/lib/validation/mac'
import { CameraPicture } from './camera-picture'
import { CAMERA_PROBLEMS } from './camera-problems'
import { OverlayFrame } from './overlay-frame'

/** A scanned MAC address that is being looked up, or why it leads nowhere. */
export interface ScanLookup {
  mac: string
  problem?: { title: string; text?: string; again?: () => void }
}

type ScanDialogProps = {
  open: boolean
  onClose: () => void
  /** Leads to a field for the address if there is no camera; without it, the dialog closes on what it was opened from. */
  onType?: () => void
  /** What became of the scanned MAC address. With a problem, the next one can be scanned. */
  lookup?: ScanLookup | undefined
  /** The MAC address dealt with last, which the camera may still see: it is not taken again, which is said. */
  past?: string | undefined
  /** Gets the first MAC address of a device, as AA:BB:CC:DD:EE:FF, and the scanned value; called once, and again after a problem. */
  onScan: (mac: string, scanned: string) => void
  /** z-index of the backdrop; the dialog itself stands one above. */
  zIndex?: number
}

/** Scans a MAC address from a Code 128 barcode with the camera (specification section 2.5). */
export function ScanDialog({ open, ...rest }: ScanDialogProps): ReactNode {
  return open ? <Scanner {...rest} /> : null
}

function Scanner({
  onClose,
  onType = onClose,
  lookup,
  past,
  onScan,
  zIndex = 50_001,
}: Omit<ScanDialogProps, 'open'>) {
  const closeButton = useRef<HTMLButtonElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const done = useRef(false)
  const [unusable, setUnusable] = useState<string>()
  const { problem, reading, switchTorch } = useBarcodeScanner(video, (value) => {
    const mac = formatDeviceMac(value)
    setUnusable(mac ? (mac === past ? `${mac} was scanned already.` : undefined) : 'Not a MAC address')
    // The camera still sees the one that has the problem.
    if (!mac || (done.current && !lookup?.problem) || mac === lookup?.mac || mac === past) return
    done.current = true
    onScan(mac, value)
  })

  const looking = lookup && !lookup.problem
  const status = looking
    ? `Looking up ${lookup.mac}…`
    : (unusable ?? `Point the camera at the ${past ? 'next ' : ''}barcode.`)

  return (
    <OverlayFrame
      title="Scan a MAC address barcode"
      initialFocus={closeButton}
      zIndex={zIndex}
      onClose={onClose}
    >
      {problem ? (
        <Alert tone="warning" title={CAMERA_PROBLEMS[problem].title} className="mx-4">
          {CAMERA_PROBLEMS[problem].text} You can type the MAC address instead.
        </Alert>
      ) : (
        <CameraPicture video={video} reading={reading} className="mx-4 shrink" />
      )}
      {lookup?.problem ? <Unusable {...lookup.problem} /> : null}
      <p role="status" className="px-4 py-2.5 text-sm text-text-muted">
        {problem ? null : status}
      </p>
      <div className="flex flex-wrap justify-end gap-2 border-t border-border px-4 py-3 max-sm:*:flex-1">
        {problem ? (
          <Button variant="primary" onClick={onType}>
            Type the MAC instead
          </Button>
        ) : null}
        {switchTorch ? <Button onClick={switchTorch}>Switch Torch</Button> : null}
        <Button ref={closeButton} onClick={onClose}>
          Close
        </Button>
      </div>
    </OverlayFrame>
  )
}

function Unusable({ title, text, again }: NonNullable<ScanLookup['problem']>) {
  return (
    <Alert
      tone="warning"
      title={title}
      className="mx-4 mt-3"
      action={
        again ? (
          <Button size="sm" onClick={again}>
            Try again
          </Button>
        ) : null
      }
    >
      {text}
    </Alert>
  )
}
