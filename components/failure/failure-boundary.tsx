import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportError } from '@/lib/monitoring'
import { FailurePage } from './failure-page'

type State = { failing: boolean; failed?: ReactNode }

/** Shows the failure page if rendering throws, and reports the error. Another page, such as Back leads to, is shown again. */
export class FailureBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failing: false }

  static getDerivedStateFromError() {
    return { failing: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.setState({ failing: false, failed: this.props.children })
    reportError(error, info.componentStack)
  }

  override render() {
    const { children } = this.props
    return this.state.failing || this.state.failed === children ? <FailurePage /> : children
  }
}
