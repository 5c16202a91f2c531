import { FileDown } from 'lucide-react'
import { type ButtonSize, type ButtonVariant, buttonClass } from '@/components/ui/button-style'

/** A link that saves a quote as the PDF that the server makes; the file's name comes with it. */
export function DownloadPdf({
  href,
  title,
  ...look
}: {
  href: string
  /** The quote, where several stand beside each other. */
  title?: string
  variant?: ButtonVariant
  size?: ButtonSize
}) {
  return (
    <a href={href} download className={buttonClass(look)}>
      <FileDown aria-hidden size={14} />
      Download PDF
      {title ? <span className="sr-only"> of {title}</span> : null}
    </a>
  )
}
