import { FileDown } from 'lucide-react'
import { buttonClass, type ButtonSize, type ButtonVariant } from '@/components/ui/button-style'

/** A link that downloads a quote's PDF; the server sets the file name. */
export function DownloadPdf({
  href,
  title,
  ...look
}: {
  href: string
  /** The quote's title, if there are several. */
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
