import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { notify } from '@/lib/browser/notify'

const CONFIRMED_FOR_MS = 2000

/** Copies a text; `what` names it ("domain"). */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Pages without HTTPS, or without the permission, have no clipboard.
      void notify('error', 'The browser did not allow copying. Select the text and copy it by hand.')
    }
  }

  return (
    <>
      <IconButton size="sm" label={`Copy ${what}`} icon={copied ? Check : Copy} onClick={copy} />
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}
