// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Exchanges two tokens by the constant product of its balances. The zero address stands for the native coin.
contract Pool {
    address public immutable one;
    address public immutable other;

    constructor(address one_, address other_) {
        one = one_;
        other = other_;
    }

    receive() external payable {}

    function swap(address from, uint256 amount, uint256 least) external payable {
        address to = from == one ? other : one;
        require(from == one || from == other, "unknown token");
        uint256 reserve = balanceOf(from) - (from == address(0) ? msg.value : 0);
        uint256 out = balanceOf(to);
        uint256 got = amount;
        if (from == address(0)) require(msg.value == amount, "wrong value");
        else {
            require(IToken(from).transferFrom(msg.sender, address(this), amount), "not paid");
            got = IToken(from).balanceOf(address(this)) - reserve;
        }
        uint256 given = (out * got) / (reserve + got);
        require(given >= least, "price moved");
        if (to == address(0)) {
            (bool isPaid, ) = msg.sender.call{value: given}("");
            require(isPaid, "not paid");
        } else IToken(to).transfer(msg.sender, given);
    }

    function balanceOf(address token) internal view returns (uint256) {
        return token == address(0) ? address(this).balance : IToken(token).balanceOf(address(this));
    }
}

/// Holds the native coin for its depositors.
contract Vault {
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function deposit() external payable {
        balanceOf[msg.sender] += msg.value;
        emit Transfer(address(0), msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        require(balanceOf[msg.sender] >= amount, "balance too low");
        balanceOf[msg.sender] -= amount;
        emit Transfer(msg.sender, address(0), amount);
        (bool isPaid, ) = msg.sender.call{value: amount}("");
        require(isPaid, "not paid");
    }
}
