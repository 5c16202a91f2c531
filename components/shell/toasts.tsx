import 'react-toastify/ReactToastify.css'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { ToastContainer } from 'react-toastify/unstyled'
import { onToastPlace } from '@/lib/notify'

/**
 * Where toasts appear in the signed-in shell: bottom right, for three seconds (specification section 9). Outside of
 * the page's own element, which an open dialog hides from screen readers together with whatever is added to it.
 */
export default function Toasts() {
  useEffect(onToastPlace, [])
  return createPortal(
    <ToastContainer position="bottom-right" autoClose={3000} theme="light" />,
    document.body,
  )
}
