import 'react-toastify/ReactToastify.css'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { ToastContainer } from 'react-toastify/unstyled'
import { useTakenCorner } from '@/components/ui/toast-corner'
import { onToastPlace } from '@/lib/browser/notify'

/**
 * The toast container: bottom right, for three seconds (specification section 9). Outside the page's root element, which an open
 * dialog hides from screen readers.
 */
export default function Toasts() {
  useEffect(onToastPlace, [])
  const bottom = useTakenCorner()
  return createPortal(
    <ToastContainer position="bottom-right" autoClose={3000} theme="light" style={{ bottom }} />,
    document.body,
  )
}
