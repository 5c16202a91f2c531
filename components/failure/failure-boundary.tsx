import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportError } from '@/lib/monitoring'
import { FailurePage } from './failure-page'

/** `failed` are the children that failed, or true until it is known which. */
type State = { failed: ReactNode }

/** Shows the failure page if rendering throws, and reports the error. Another page, such as Back leads to, is shown again. */
export class FailureBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.setState({ failed: this.props.children })
    reportError(error, info.componentStack)
  }

  override render() {
    const { children } = this.props
    const { failed } = this.state
    return failed === true || failed === children ? <FailurePage /> : children
  }
}
