import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportError } from '@/lib/monitoring'
import { FailurePage } from './failure-page'

/** Shows the failure page if rendering throws, and reports the error. */
export class FailureBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    reportError(error, info.componentStack)
  }

  override render() {
    return this.state.failed ? <FailurePage /> : this.props.children
  }
}
