// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// An ERC-20 token that anybody may mint. The tokens below change one thing each.
contract PlainToken {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) internal held;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function balanceOf(address account) public view virtual returns (uint256) {
        return held[account];
    }

    function mint(address to, uint256 amount) external virtual {
        held[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function approve(address spender, uint256 amount) external virtual returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external virtual returns (bool) {
        move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external virtual returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= amount, "allowance too low");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
        move(from, to, amount);
        return true;
    }

    function move(address from, address to, uint256 amount) internal virtual {
        shift(from, to, amount);
        emit Transfer(from, to, amount);
    }

    function shift(address from, address to, uint256 amount) internal {
        require(held[from] >= amount, "balance too low");
        held[from] -= amount;
        held[to] += amount;
    }
}

/// Keeps a tenth of each transfer, and says so in its events.
contract FeeToken is PlainToken {
    address internal constant COLLECTOR = address(0xFEE);

    constructor() PlainToken("Fee", "FEE") {}

    function move(address from, address to, uint256 amount) internal override {
        uint256 fee = amount / 10;
        shift(from, to, amount - fee);
        shift(from, COLLECTOR, fee);
        emit Transfer(from, to, amount - fee);
        emit Transfer(from, COLLECTOR, fee);
    }
}

/// Keeps a tenth of each transfer, but its event names the whole amount.
contract SecretFeeToken is PlainToken {
    constructor() PlainToken("Secret fee", "SFEE") {}

    function move(address from, address to, uint256 amount) internal override {
        uint256 fee = amount / 10;
        shift(from, to, amount - fee);
        shift(from, address(0xFEE), fee);
        emit Transfer(from, to, amount);
    }
}

/// Each transfer takes a tenth more from the sender than its event names.
contract SurchargeToken is PlainToken {
    constructor() PlainToken("Surcharge", "SUR") {}

    function move(address from, address to, uint256 amount) internal override {
        shift(from, to, amount);
        uint256 more = amount / 10;
        if (held[from] >= more) shift(from, address(0xFEE), more);
        emit Transfer(from, to, amount);
    }
}

/// Keeps shares instead of balances. Each transfer first lowers all balances by a hundredth, without an event.
contract RebasingToken is PlainToken {
    uint256 internal index = 1e18;

    constructor() PlainToken("Rebasing", "REB") {}

    function balanceOf(address account) public view override returns (uint256) {
        return (held[account] * index) / 1e18;
    }

    function rebase(uint256 percent) public {
        index = (index * percent) / 100;
    }

    function move(address from, address to, uint256 amount) internal override {
        index = (index * 99) / 100;
        shift(from, to, (amount * 1e18) / index);
        emit Transfer(from, to, amount);
    }
}

/// Moves tokens without any event.
contract SilentToken is PlainToken {
    constructor() PlainToken("Silent", "SIL") {}

    function move(address from, address to, uint256 amount) internal override {
        shift(from, to, amount);
    }
}

/// `gift` reports a transfer to the caller that does not happen.
contract BoastfulToken is PlainToken {
    constructor() PlainToken("Boastful", "BOAST") {}

    function gift(uint256 amount) external {
        emit Transfer(address(this), msg.sender, amount);
    }
}

/// A transfer returns nothing, as that of some old tokens.
contract MuteToken {
    string public constant name = "Mute";
    string public constant symbol = "MUTE";
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function transfer(address to, uint256 amount) external {
        require(balanceOf[msg.sender] >= amount, "balance too low");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
    }
}
