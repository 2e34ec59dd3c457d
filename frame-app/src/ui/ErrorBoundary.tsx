import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: (retry: () => void) => ReactNode }

/** React catches render errors only in a class component. The modal stays when one view fails. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback(() => this.setState({ hasFailed: false })) : this.props.children
  }
}
