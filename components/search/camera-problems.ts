import { GENERIC_FAILURE } from '@/lib/errors'
import type { CameraProblem } from '@/lib/scan/camera'

/** Messages for camera problems. */
export const CAMERA_PROBLEMS: Record<CameraProblem, { title: string; text: string }> = {
  insecure: {
    title: 'The camera cannot be used here',
    text: 'Browsers open the camera only on secure pages, whose address starts with https.',
  },
  denied: {
    title: 'The camera is not allowed',
    text: 'Allow the camera for this page in the browser’s settings, then scan again.',
  },
  missing: { title: 'No camera found', text: 'This device has no camera, or it is not connected.' },
  busy: { title: 'The camera is in use', text: 'Close the other app or tab that uses it, then scan again.' },
  failed: { title: 'The camera could not be started', text: GENERIC_FAILURE },
}
