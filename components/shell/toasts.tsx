import { ToastContainer } from 'react-toastify'

/** Where toasts appear in the signed-in shell: bottom right, for three seconds (specification section 9). */
export default function Toasts() {
  return <ToastContainer position="bottom-right" autoClose={3000} theme="light" />
}
