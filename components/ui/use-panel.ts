import { type ComponentType, useState } from 'react'

/** What opens over a control; its code is fetched when the control is approached. */
export function usePanel<Props>(fetch: () => Promise<ComponentType<Props>>) {
  const [Panel, setPanel] = useState<ComponentType<Props> | null>(null)
  const [open, setOpen] = useState(false)

  function fetchPanel() {
    if (Panel) return
    // A failed download is retried on the next approach.
    fetch().then(
      (fetched) => setPanel(() => fetched),
      () => setOpen(false),
    )
  }
  return { Panel, open, setOpen, fetchPanel }
}
